"""`/api/v1/search`."""

from flask import Blueprint

from intake.accounts.access.errors import InsufficientScope
from intake.accounts.access.guard import any_key
from intake.core.errors import Forbidden
from intake.core.http import queries, raises, returns
from intake.core.paging import total_of
from intake.core.replica import reading_replica

from .models import search_records
from .schemas import TYPES, SearchOut, SearchQuery

search = Blueprint("search", __name__)


@search.get("")
@any_key
@queries(SearchQuery)
@returns(SearchOut, enveloped=False)
@raises(InsufficientScope, Forbidden)
def show(caller, query):
    """Search matters, clients and documents; needs the read scope of each type that is searched."""
    types = query.get("types") or [type for type in TYPES if caller.may(f"{type}:read")]
    for type in types or TYPES[:1]:
        caller.require(f"{type}:read")
    with reading_replica():
        matches, found, _ = search_records(caller, query["q"], types, query["limit"])
    total, is_lower_bound = total_of(matches)
    return {"data": {type: found.get(type, []) for type in TYPES},
            "query": query["q"], "total_results": total, "total_is_lower_bound": is_lower_bound or None}
