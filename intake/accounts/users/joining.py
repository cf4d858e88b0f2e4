"""What somebody who was invited says on the page, and whether it will do."""

import re

from marshmallow import ValidationError

from intake.core import fields
from intake.core.text_search import folded

PASSWORD_LENGTH = 12
LONGEST_PASSWORD = 200
_FEWEST = 5
"""A password of fewer different characters is no better than a short one."""

_ROWS = ("1234567890" * 2, "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm")
_FIRST_GUESSES = re.compile(
    r"(password|passwort|contrase[nñ]a|qwerty(uiop)?|asdfgh(jkl)?|letmein|welcome|admin|administrator|iloveyou|teamo|"
    r"changeme|abc|intake|lawyer|abogad[oa]|[0-9]|[!@#$%.?*_-])+")
_NAME = fields.Text(100, required=True)


class Answers:
    """The form as it was filled in. `wrong` has a sentence for each field that will not do."""

    def __init__(self, form, email):
        self.first_name, self.last_name = form.get("first_name", ""), form.get("last_name", "")
        self._password, self._repeated = form.get("password", ""), form.get("repeated", "")
        self.wrong = {name: sentence for name, sentence in {
            "first_name": _wrong_name(self.first_name, "Enter your first name."),
            "last_name": _wrong_name(self.last_name, "Enter your last name."),
            **wrong_passwords(self._password, self._repeated, email),
        }.items() if sentence}

    @property
    def values(self):
        """The answers as they are kept; only for those that are not wrong."""
        return {"first_name": self.first_name.strip(), "last_name": self.last_name.strip(),
                "password": self._password}


def wrong_passwords(password, repeated, email):
    """A sentence for each field that will not do, where somebody with this address chooses a password."""
    return {name: sentence for name, sentence in {
        "password": _wrong_password(password, email),
        "repeated": "" if repeated == password else "The two passwords are not the same.",
    }.items() if sentence}


def _wrong_password(password, email):
    if len(password) < PASSWORD_LENGTH:
        return "Use at least 12 characters."
    if len(password) > LONGEST_PASSWORD:
        return "Use at most 200 characters."
    if folded(password) == folded(email):
        return "Do not use your e-mail address."
    return "This is one of the first that others would guess." if _is_easy(folded(password)) else ""


def _is_easy(password):
    return len(set(password)) < _FEWEST or _FIRST_GUESSES.fullmatch(password) or any(
        password in row or password in row[::-1] for row in _ROWS)


def _wrong_name(given, blank):
    try:
        _NAME.deserialize(given)
    except ValidationError:
        return "This cannot be stored as a name." if given.strip() else blank
    return ""
