"""`/api/v1/search` (interface, "Search"; decisions.md 2 and 4)."""

from flask import Blueprint

from intake.accounts.access.errors import InsufficientScope
from intake.accounts.access.guard import any_key
from intake.core.errors import Forbidden
from intake.core.http import queries, raises, returns

from .models import found
from .schemas import TYPES, SearchOut, SearchQuery

search = Blueprint("search", __name__)


@search.get("")
@any_key
@queries(SearchQuery)
@returns(SearchOut, enveloped=False)
@raises(InsufficientScope, Forbidden)
def show(caller, query):
    """Search matters, clients and documents; needs the read scope of each type that is searched."""
    types = query.get("types") or [kind for kind in TYPES if caller.may(f"{kind}:read")]
    for kind in types or TYPES[:1]:
        caller.require(f"{kind}:read")
    groups = found(caller, query["q"], types, query["limit"])
    return {"data": {kind: groups[kind][1] if kind in groups else [] for kind in TYPES},
            "query": query["q"], "total_results": sum(total for total, _ in groups.values())}
