"""`GET /api/v1/openapi.json`: the interface for programs."""

from functools import lru_cache

from flask import Blueprint, current_app

from intake.core.http import answer

from .document import document
from .publishing import published

openapi = Blueprint("openapi", __name__)


@openapi.get("/openapi.json")
def show():
    """The OpenAPI document of this installation."""
    return published(_written(current_app._get_current_object()))


@lru_cache(maxsize=1)
def _written(app):
    return answer(document(app))
