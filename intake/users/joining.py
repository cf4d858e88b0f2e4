"""What somebody who was invited says on the page, and whether it will do."""

from marshmallow import ValidationError

from intake.core import fields
from intake.core.text_search import folded

PASSWORD_LENGTH = 12
_LONGEST = 200
_NAME = fields.Text(100, required=True)


class Answers:
    """The form as it was filled in. `wrong` has a sentence for each field that will not do."""

    def __init__(self, form, email):
        self.first_name, self.last_name = form.get("first_name", ""), form.get("last_name", "")
        self._password, self._repeated = form.get("password", ""), form.get("repeated", "")
        self.wrong = {name: sentence for name, sentence in {
            "first_name": _wrong_name(self.first_name, "Enter your first name."),
            "last_name": _wrong_name(self.last_name, "Enter your last name."),
            "password": self._wrong_password(email),
            "repeated": "" if self._repeated == self._password else "The two passwords are not the same.",
        }.items() if sentence}

    @property
    def values(self):
        """The answers as they are kept; only for those that are not wrong."""
        return {"first_name": self.first_name.strip(), "last_name": self.last_name.strip(),
                "password": self._password}

    def _wrong_password(self, email):
        if len(self._password) < PASSWORD_LENGTH:
            return "Use at least 12 characters."
        if len(self._password) > _LONGEST:
            return "Use at most 200 characters."
        return "Do not use your e-mail address." if folded(self._password) == folded(email) else ""


def _wrong_name(given, blank):
    try:
        _NAME.deserialize(given)
    except ValidationError:
        return "This cannot be stored as a name." if given.strip() else blank
    return ""
