"""The API reference: `GET /api/v1/openapi.json` for programs, `GET /docs` and what is below it for people."""

from functools import lru_cache

from flask import Blueprint, current_app

from intake.core.compression import ConstantAnswer
from intake.core.errors import NotFound
from intake.core.http import json_response

from .document import document
from .site import answers

openapi = Blueprint("openapi", __name__)
docs = Blueprint("docs", __name__)


@openapi.get("/openapi.json")
def show():
    """Return the OpenAPI document of this installation."""
    return _openapi_answer(current_app._get_current_object()).response("no-cache")  # type: ignore[attr-defined]


@docs.get("", endpoint="show")
@docs.get("/<path:name>", endpoint="show")
def show_page(name=""):
    """Return a page of the reference, or the index of its search. Raises `NotFound`."""
    answer = answers(current_app._get_current_object()).get(name)  # type: ignore[attr-defined]
    if answer is None:
        raise NotFound
    return answer.response("no-cache")


@lru_cache(maxsize=1)
def _openapi_answer(app):
    return ConstantAnswer(json_response(document(app)))
