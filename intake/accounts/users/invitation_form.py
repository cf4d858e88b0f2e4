"""The form with which an invited person joins the firm."""

from collections.abc import Mapping

from marshmallow import ValidationError

from intake.core import fields

from .password_rules import password_errors

_NAME = fields.Text(100, required=True)


class InvitationForm:
    """The submitted values. `errors` has a message for each field that is wrong."""

    def __init__(self, form: Mapping[str, str], email: str) -> None:
        self.first_name, self.last_name = form.get("first_name", ""), form.get("last_name", "")
        self._password = form.get("password", "")
        names = {"first_name": _name_error(self.first_name, "Enter your first name."),
                 "last_name": _name_error(self.last_name, "Enter your last name.")}
        self.errors = {name: message for name, message in names.items() if message} | password_errors(
            self._password, form.get("repeated", ""), email)

    @property
    def values(self) -> dict[str, str]:
        """The values for `actions.accept`; only without errors."""
        return {"first_name": self.first_name.strip(), "last_name": self.last_name.strip(),
                "password": self._password}


def _name_error(given: str, blank: str) -> str:
    try:
        _NAME.deserialize(given)
    except ValidationError:
        return "This cannot be stored as a name." if given.strip() else blank
    return ""
