"""The outcomes of several actions in one request, when each succeeds or fails separately."""

from typing import Any

from .db import db
from .errors import ApiError


def outcome_of(act: Any, scope: Any, id: str, **values: Any) -> dict[str, Any]:
    """Call `act(scope, id, …)` and return {id, ok, error}, where `error` is the `ApiError` that it raised, or None.

    It runs in its own transaction. Inside another one, only what the call itself wrote is undone if it fails.
    """
    with db.atomic():
        try:
            with db.savepoint():
                act(scope, id, **values)
        except ApiError as error:
            return {"id": id, "ok": False, "error": error}
    return {"id": id, "ok": True, "error": None}
