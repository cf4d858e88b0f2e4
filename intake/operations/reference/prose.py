"""Texts of the reference as HTML."""

import re
from html import escape

from markupsafe import Markup

_CODE = re.compile(r"`([^`]+)`")


def mark_code(text):
    """Return the text as safe HTML with its `…` marked as code."""
    # As a plain string: what is inserted into a Markup would be escaped again.
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape_text(text))))  # noqa: S704  (escaped right here)


def escape_text(text):
    """Escape a text for use between tags, where quotation marks need no escaping."""
    return Markup(escape(text, quote=False))  # noqa: S704
