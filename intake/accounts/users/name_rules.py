"""The rules for the first and last name of a user."""

from marshmallow import ValidationError

from intake.core import fields

_NAME = fields.Text(100, required=True)


def name_errors(first_name: str, last_name: str) -> dict[str, str]:
    """Return a message for each of the two that is wrong."""
    names = {"first_name": _error(first_name, "Enter your first name."),
             "last_name": _error(last_name, "Enter your last name.")}
    return {name: message for name, message in names.items() if message}


def _error(given: str, blank: str) -> str:
    try:
        _NAME.deserialize(given)
    except ValidationError:
        return "This cannot be stored as a name." if given.strip() else blank
    return ""
