"""What is written into the firm's forms, checked by the schema of the API."""

from flask import request
from marshmallow import ValidationError

from intake.accounts.firms.schemas import FirmPatch
from intake.cases.templates.question_types.contact import Phone
from intake.cases.templates.question_types.question_type import InvalidAnswer

from .states import ADDRESS, PROFILE

WRONG = {
    "name": "Please enter the firm's name.",
    "website": "Please enter an address that begins with https://.",
    "timezone": "Please choose a time zone.",
    "language": "Please choose a language.",
    "brand_color": "Please choose a colour such as #1f4b7f.",
    "custom_domain": "Please enter a domain such as intake.example.com.",
    "portal_code": "Please choose one of these.",
    "reminder_days": "Please enter up to five numbers from 1 to 60, such as 3, 7, 14.",
}
"""What is said about a field that the schema refuses; about any other that it is too long."""

_TOO_LONG = "This is too long."
_LONGEST_LIST, _LONGEST_CODE = 40, 10


def profile_of(firm):
    """Return the texts of the firm's profile, `{field: text}`."""
    address = firm.address or {}
    return ({name: getattr(firm, name) or "" for name in PROFILE} | {name: address.get(name) or "" for name in ADDRESS})


def sent_profile():
    """Return the texts of the profile, the values that `change_settings` takes, and what is wrong by field."""
    texts = {name: _text(name, longest) for name, longest in (PROFILE | ADDRESS).items()}
    values, wrong = {name: texts[name] or None for name in PROFILE}, {}
    values["address"] = {name: texts[name] for name in ADDRESS if texts[name]} or None
    if "language" in request.form:
        values["settings"] = {"language": _text("language", _LONGEST_CODE)}
    if values["phone"]:
        try:
            values["phone"] = Phone().parse(values["phone"], {})
        except InvalidAnswer as invalid:
            wrong["phone"] = invalid.args[0]
            del values["phone"]
    loaded, refused = _load(values)
    return texts, loaded, wrong | refused


def sent_days():
    """Return the days of reminders as numbers and what is wrong; an empty text is none."""
    texts = [text for text in _text("reminder_days", _LONGEST_LIST).replace(",", " ").split() if text]
    days = [int(text) if text.isdecimal() and text.isascii() else 0 for text in texts]
    return sent_settings(reminder_days=days)


def sent_settings(**values):
    """Return the loaded settings and what is wrong by field."""
    loaded, wrong = _load({"settings": values})
    return loaded.get("settings", {}), wrong


def _load(values):
    try:
        return FirmPatch().load(values), {}
    except ValidationError as error:
        refused = error.normalized_messages()
        inner = [name for group in ("address", "settings") for name in refused.pop(group, {})]
        return {}, {name: WRONG.get(name, _TOO_LONG) for name in (*refused, *inner)}


def _text(name, longest):
    return request.form.get(name, "")[:longest + 1].replace("\0", "").strip()
