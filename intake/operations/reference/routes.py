"""`GET /api/v1/openapi.json`."""

from functools import lru_cache

from flask import Blueprint, current_app

from intake.core.http import json_response

from .caching import conditional_response
from .document import document

openapi = Blueprint("openapi", __name__)


@openapi.get("/openapi.json")
def show():
    """Return the OpenAPI document of this installation."""
    return conditional_response(_rendered(current_app._get_current_object()))  # type: ignore[attr-defined]


@lru_cache(maxsize=1)
def _rendered(app):
    return json_response(document(app))
