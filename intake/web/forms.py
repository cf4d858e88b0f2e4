"""Pages with forms, in the language of the browser that asks."""

from flask import request

from . import csrf
from .rendering import FORM, page
from .translation import into, preferred

NOT_OURS = "Your browser did not recognise this form. Please try again."
"""What to say of a form that is not genuine (`csrf.is_genuine`)."""


def form_page(template, status=200, **values):
    """The template as an answer. It has `_` to say sentences with, and `csrf` for the form's field of that name."""
    language, cookie = preferred(), csrf.cookie()
    response = page(template, FORM, language=language, _=into(language), csrf=csrf.signature(cookie), **values)
    response.status_code = status
    response.headers["Content-Language"] = language
    response.vary.add("Accept-Language")
    return csrf.protected(response, cookie)


def typed(name, longest=200):
    """What was typed into the form's field of this name; no more of it than makes sense there, and one character."""
    return request.form.get(name, "")[:longest + 1]
