"""Keeps the input of a form that is not accepted: it is shown to be sent again, or to be copied."""

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from intake.core.errors import PayloadTooLarge
from intake.web import csrf, forms

_ANSWER, _TEXTS, _CHOSEN = "q.", ("note", "reason"), ("yes", "no")


def input_fields():
    """Return the fields that a browser sent from one of our forms, each as `(name, text)`; none for any other request.
    """
    try:
        if request.method != "POST" or not csrf.is_from_our_page():
            return []
        return forms.sent_fields()
    except (RequestEntityTooLarge, PayloadTooLarge):
        return []


def input_text():
    """Return the typed input, a line per field; an empty text if there is none."""
    return "\n".join(text.strip() for name, text in input_fields()
                     if (name.startswith(_ANSWER) or name in _TEXTS) and text.strip() and text not in _CHOSEN)
