"""`/api/v1/clients`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.cases.holds.errors import OnHold
from intake.cases.matters.models import Matter
from intake.core.http import accepts, queries, raises, returns, returns_page

from . import actions
from .errors import DuplicateEmail
from .models import Client
from .schemas import ClientCreated, ClientIn, ClientOut, ClientPatch, ClientQuery, ClientRow

clients = Blueprint("clients", __name__)


@clients.post("")
@requires("clients:write")
@accepts(ClientIn)
@returns(ClientCreated, status=201)
@raises(DuplicateEmail)
def create(caller, body):
    """Register a client."""
    return actions.create_client(caller, **body)


@clients.get("")
@requires("clients:read")
@queries(ClientQuery)
@returns_page(ClientRow)
def index(caller, query):
    """List clients."""
    return Client.listed(caller, query)


@clients.get("/<client_id>")
@requires("clients:read")
@returns(ClientOut)
def show(caller, client_id):
    """Retrieve a client with its matters."""
    return _with_matters(caller, Client.fetch(caller, client_id))


@clients.patch("/<client_id>")
@requires("clients:write")
@accepts(ClientPatch)
@returns(ClientOut)
@raises(DuplicateEmail, OnHold)
def update(caller, client_id, body):
    """Change a client; only the fields sent change."""
    return _with_matters(caller, actions.update(caller, client_id, **body))


def _with_matters(caller, client):
    client.matters = list(Matter.of_client(caller, client.id))
    client.matters_count = len(client.matters)
    return client
