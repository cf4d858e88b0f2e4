"""`/api/v1/matters/:id/parties`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.core.http import accepts, queries, raises, returns, returns_page
from intake.core.schemas import Deleted, PageQuery

from . import actions
from .errors import TooManyParties
from .models import MatterParty
from .schemas import MatterPartyIn, MatterPartyOut, MatterPartyPatch

parties = Blueprint("parties", __name__)


@parties.get("")
@requires("matters:read")
@queries(PageQuery)
@returns_page(MatterPartyOut)
def index(caller, matter_id, query):
    """List the parties of a matter, in the order in which they were added."""
    return MatterParty.page_of(caller, matter_id, query, order=(MatterParty.created_at, MatterParty.id))


@parties.post("")
@requires("matters:write")
@accepts(MatterPartyIn)
@returns(MatterPartyOut, status=201)
@raises(TooManyParties)
def create(caller, matter_id, body):
    """Add a party to a matter; if the matter had a conflict check, another one follows."""
    return actions.add(caller, matter_id, **body)


@parties.patch("/<party_id>")
@requires("matters:write")
@accepts(MatterPartyPatch)
@returns(MatterPartyOut)
def update(caller, matter_id, party_id, body):
    """Change a party; only the fields sent change."""
    return actions.update(caller, matter_id, party_id, **body)


@parties.delete("/<party_id>")
@requires("matters:write")
@returns(Deleted)
def destroy(caller, matter_id, party_id):
    """Remove a party from its matter."""
    actions.delete(caller, matter_id, party_id)
    return {"id": party_id}
