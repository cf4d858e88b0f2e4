"""`/api/v1/clients/:id/merge`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.cases.clients.errors import DuplicateEmail
from intake.cases.clients.schemas import ClientCreated
from intake.cases.holds.errors import OnHold
from intake.core.http import accepts, raises, returns

from . import actions
from .errors import SameClient
from .schemas import MergeIn, MergeOut

client_merges = Blueprint("client_merges", __name__)


@client_merges.post("")
@requires("clients:write")
@accepts(MergeIn)
@returns(MergeOut, status=201)
@raises(SameClient, OnHold)
def create(caller, client_id, body):
    """Merge a client into another one, who keeps the records of both; it can be undone for a day."""
    return actions.merge(caller, client_id, body["into"])


@client_merges.post("/undo")
@requires("clients:write")
@returns(ClientCreated)
@raises(DuplicateEmail, OnHold)
def undo(caller, client_id):
    """Undo the merge of the client, and return the client."""
    return actions.undo(caller, client_id)
