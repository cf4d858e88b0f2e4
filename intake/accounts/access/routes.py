"""`/api/v1/firms/api-keys`."""

from typing import Any

from flask import Blueprint

from intake.core.errors import InvalidStatusTransition
from intake.core.http import accepts, queries, raises, returns, returns_page
from intake.core.schemas import Deleted, Page, PageQuery

from . import actions
from .caller import Caller
from .errors import InsufficientScope
from .guard import allowed_unpaid, requires
from .models import ApiKey
from .schemas import ApiKeyCreated, ApiKeyIn, ApiKeyRow

api_keys = Blueprint("api_keys", __name__)


@api_keys.post("")
@requires("firms:write")
@accepts(ApiKeyIn)
@returns(ApiKeyCreated, status=201)
@raises(InsufficientScope)
def create(caller: Caller, body: dict[str, Any]) -> ApiKey:
    """Create a key with scopes among your own; it is shown only here.

    A key that expires can create only keys that expire no later.
    """
    return actions.issue_key(caller, **body)


@api_keys.get("")
@requires("firms:read")
@queries(PageQuery)
@returns_page(ApiKeyRow)
def index(caller: Caller, query: dict[str, Any]) -> Page:
    """List the firm's keys, including revoked ones."""
    return ApiKey.newest_page(caller, query)


@api_keys.delete("/<api_key_id>")
@requires("firms:write")
@allowed_unpaid
@returns(Deleted)
def revoke(caller: Caller, api_key_id: str) -> dict[str, str]:
    """Revoke a key; it is refused at once."""
    actions.revoke(caller, api_key_id)
    return {"id": api_key_id}


@api_keys.post("/<api_key_id>/regenerate")
@requires("firms:write")
@returns(ApiKeyCreated)
@raises(InsufficientScope, InvalidStatusTransition)
def regenerate(caller: Caller, api_key_id: str) -> ApiKey:
    """Replace a key's secret.

    The new key keeps the identifier and is returned only here. The old one is refused at once; it stays in the list,
    revoked, under an identifier of its own.
    """
    return actions.regenerate(caller, api_key_id)
