"""Pages with forms, in the browser's language."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from flask import Response, request

from . import csrf
from .rendering import FORM, page_in
from .translation import preferred

_DIGITS = re.compile("[0-9]{1,9}")
_PAGE = re.compile("[1-9][0-9]{0,5}")

NOT_OURS = ("Your browser did not recognize this form. Please try again. If this happens again, the browser may be "
            "refusing cookies, which this page needs: allow them for this site in its settings, or use another "
            "browser.")
"""The notice on a form that is not genuine (`csrf.is_genuine`)."""


def form_page(template: str, status: int = 200, policy: str = FORM, session: Any = None, **values: Any) -> Response:
    """Return the rendered template; it has `_`, which translates a sentence, and `csrf` for the field of that name.

    With a `session`, that field names the person for whom the page is made (`csrf.is_of_reader`).
    """
    language, cookie = preferred(), csrf.cookie()
    signature = csrf.signature_of_page(cookie, session.user_id) if session else csrf.signature(cookie)
    return csrf.protected(
        page_in(language, template, policy, status, csrf=signature, session=session, **values), cookie)


SECRETS = {"password", "current", "repeated", "webhook_secret"}
"""Form fields whose typed text no page shows again."""


def sent_fields() -> list[tuple[str, str]]:
    """Return every field of the submitted form as `(name, text)`, except its signature."""
    return [(name, text) for name, text in request.form.items(multi=True) if name != csrf.FIELD]


def typed(name: str, longest: int = 200) -> str:
    """Return the text typed into the form's field, as `cut` returns it."""
    return cut(request.form.get(name, ""), longest)


def cut(text: str, longest: int) -> str:
    """Return the text without NUL, which Postgres cannot store, and with each line break as one character.

    It is cut to one character more than the longest valid text, so that checks still find it too long.
    """
    return text.replace("\0", "").replace("\r\n", "\n")[:longest + 1]


def parameter(name: str, longest: int = 64, given: Mapping[str, str] | None = None) -> str:
    """Return the text of a parameter in the address, or in those given: without NUL and spaces around it, and cut."""
    return (request.args if given is None else given).get(name, "").replace("\0", "")[:longest].strip()


def choice(name: str, choices: Collection[str], default: Any = "", given: Mapping[str, str] | None = None) -> Any:
    """Return the parameter in the address, or in those given, if it is one of the choices; else the default."""
    value = (request.args if given is None else given).get(name)
    return value if value in choices else default


def whole_number(text: str, otherwise: Any = 0) -> Any:
    """Return the number of at most nine digits that the text is, else what is given for anything else."""
    return int(text) if _DIGITS.fullmatch(text) else otherwise


def page_number() -> int:
    """Return the page number in the address; 1 for anything but a number below a million."""
    text = request.args.get("page", "")
    return int(text) if _PAGE.fullmatch(text) else 1
