"""`GET /docs`: the interface for people."""

import re
from functools import lru_cache
from html import escape

from flask import Blueprint, current_app
from markupsafe import Markup

from intake.web.rendering import page

from .catalogue import Catalogue
from .contracts import documented
from .document import document
from .guide import INTRODUCTION, chapters
from .publishing import published
from .refusals import every_refusal, general

docs = Blueprint("docs", __name__, template_folder="templates")

_CODE = re.compile(r"`([^`]+)`")


@docs.get("")
def show():
    """The documentation page of this installation."""
    return published(_written(current_app._get_current_object()))


@lru_cache(maxsize=1)
def _written(app):
    described, refusals = document(app), every_refusal(documented(app))
    particular = {refusal.code: refusal for refusal in refusals if refusal.code not in general()}
    return page("docs.html", introduction=INTRODUCTION, chapters=chapters(app.extensions["plans"], refusals),
                features=Catalogue(described, particular).features, server=described["servers"][0]["url"], prose=prose,
                verbatim=verbatim)


def prose(text):
    """A text with its `…` marked as code, safe to stand between tags."""
    # As a plain string: what is put into a Markup would be escaped in its turn.
    return Markup(_CODE.sub(r"<code>\1</code>", str(verbatim(text))))  # noqa: S704  (escaped right here)


def verbatim(text):
    """A text that is safe to stand between tags. There quotation marks may stay, and examples are full of them."""
    return Markup(escape(text, quote=False))  # noqa: S704
