"""The API reference: `GET /api/v1/openapi.json` for programs, `GET /docs` for people."""

import re
from functools import lru_cache
from html import escape

from flask import Blueprint, current_app
from markupsafe import Markup

from intake.core.compression import ConstantAnswer
from intake.core.http import json_response
from intake.web.rendering import page

from .catalogue import Catalogue
from .contracts import documented_routes
from .document import document
from .error_cases import all_errors, common_error_codes
from .guide import INTRODUCTION, chapters

openapi = Blueprint("openapi", __name__)
docs = Blueprint("docs", __name__, template_folder="templates")

_CODE = re.compile(r"`([^`]+)`")


@openapi.get("/openapi.json")
def show():
    """Return the OpenAPI document of this installation."""
    return _openapi_answer(current_app._get_current_object()).response("no-cache")  # type: ignore[attr-defined]


@docs.get("", endpoint="show")
def show_page():
    """Return the documentation page of this installation."""
    return _page_answer(current_app._get_current_object()).response("no-cache")  # type: ignore[attr-defined]


@lru_cache(maxsize=1)
def _openapi_answer(app):
    return ConstantAnswer(json_response(document(app)))


@lru_cache(maxsize=1)
def _page_answer(app):
    described, errors = document(app), all_errors(documented_routes(app))
    specific = {error.code: error for error in errors if error.code not in common_error_codes()}
    return ConstantAnswer(page(
        "docs.html", introduction=INTRODUCTION, chapters=chapters(app.extensions["plans"], errors),
        features=Catalogue(described, specific).features, server=described["servers"][0]["url"],
        prose=mark_code, verbatim=escape_text))


def mark_code(text):
    """Return the text as safe HTML with its `…` marked as code."""
    # As a plain string: what is inserted into a Markup would be escaped again.
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape_text(text))))  # noqa: S704  (escaped right here)


def escape_text(text):
    """Escape a text for use between tags, where quotation marks need no escaping."""
    return Markup(escape(text, quote=False))  # noqa: S704
