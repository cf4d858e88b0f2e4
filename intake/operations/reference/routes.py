"""The API reference: `GET /api/v1/openapi.json` for programs, `GET /docs` and `/docs/<guide>` for people."""

import re
from functools import lru_cache
from html import escape

from flask import Blueprint, current_app
from markupsafe import Markup

from intake.core.compression import ConstantAnswer
from intake.core.errors import NotFound
from intake.core.http import json_response
from intake.web.rendering import READING, page

from .catalogue import Catalogue
from .contracts import documented_routes
from .document import document
from .error_cases import all_errors, common_error_codes
from .guide import INTRODUCTION, chapters
from .guides import NAMES, guide

openapi = Blueprint("openapi", __name__)
docs = Blueprint("docs", __name__, template_folder="templates")

_POLICY = READING.replace("default-src 'none';", "default-src 'none'; script-src 'self';")
_CODE = re.compile(r"`([^`]+)`")


@openapi.get("/openapi.json")
def show():
    """Return the OpenAPI document of this installation."""
    return _openapi_answer(current_app._get_current_object()).response("no-cache")  # type: ignore[attr-defined]


@docs.get("", endpoint="show")
def show_page():
    """Return the documentation page of this installation."""
    return _page_answer(current_app._get_current_object()).response("no-cache")  # type: ignore[attr-defined]


@docs.get("/<name>")
def show_guide(name):
    """Return a guide as a page. Raises `NotFound`."""
    if name not in NAMES:
        raise NotFound
    return _guide_answer(current_app._get_current_object(), name).response("no-cache")  # type: ignore[attr-defined]


@lru_cache(maxsize=1)
def _openapi_answer(app):
    return ConstantAnswer(json_response(document(app)))


@lru_cache(maxsize=1)
def _page_answer(app):
    described, errors = document(app), all_errors(documented_routes(app))
    specific = {error.code: error for error in errors if error.code not in common_error_codes()}
    return ConstantAnswer(_docs_page(
        "docs.html", introduction=INTRODUCTION, chapters=chapters(app.extensions["plans"], errors),
        features=Catalogue(described, specific).features, server=described["servers"][0]["url"],
        prose=mark_code, verbatim=escape_text))


@lru_cache(maxsize=len(NAMES))
def _guide_answer(app, name):
    return ConstantAnswer(_docs_page("docs_guide.html", guide=guide(name)))


def _docs_page(template, **values):
    return page(template, _POLICY, guides=[guide(name) for name in NAMES], **values)


def mark_code(text):
    """Return the text as safe HTML with its `…` marked as code."""
    # As a plain string: what is inserted into a Markup would be escaped again.
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape_text(text))))  # noqa: S704  (escaped right here)


def escape_text(text):
    """Escape a text for use between tags, where quotation marks need no escaping."""
    return Markup(escape(text, quote=False))  # noqa: S704
