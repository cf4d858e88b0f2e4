"""The input of the firm's forms, checked by the schema of the API."""

from typing import Any

from flask import request
from marshmallow import ValidationError

from intake.accounts.firms.schemas import FirmPatch
from intake.accounts.firms.states import GSM, UNICODE
from intake.cases.templates.question_types.contact import Phone
from intake.cases.templates.question_types.question_type import InvalidAnswer
from intake.console.frame.person import TOO_LONG
from intake.console.frame.shown_version import is_outdated, version_of
from intake.core.languages import LANGUAGES
from intake.web.formatting import format_phone
from intake.web.forms import typed, whole_number

from .states import ADDRESS, CHANNELS, LOOK, MESSAGES, PROFILE, RETENTION_LENGTH, WORDS

WRONG = {
    "name": "Please enter the firm's name.",
    "website": "Please enter an address that begins with https://.",
    "timezone": "Please choose a time zone.",
    "language": "Please choose a language.",
    "brand_color": "Please choose a color such as #1f4b7f.",
    "custom_domain": "Please enter a domain such as intake.example.com.",
    "portal_code": "Please choose one of these.",
    "reminder_days": "Please enter up to five numbers from 1 to 60, such as 3, 7, 14.",
    "quiet_hours": "Please enter both times, such as 8:00 PM and 8:00 AM, or neither.",
    "review_days": "Please enter a number from 1 to 60, or nothing.",
}
"""The messages about fields that the schema refuses; other fields can only be too long."""

_LONGEST_LIST = 40

_RETENTION = {f"retention_text.{code}": RETENTION_LENGTH for code in LANGUAGES}
FORMS = {"profile": PROFILE | ADDRESS, "look": LOOK, "words": WORDS | _RETENTION, "messages": MESSAGES,
         "reminders": ("reminder_days",), "channels": CHANNELS, "code": ("portal_code",), "domain": ("custom_domain",)}
"""The forms, each with its fields; if two people use one at once, the second sees the values that the first saved."""


def shown_by(firm):
    """Return the present texts of all forms."""
    return profile_of(firm) | texts_of(firm.settings_in_force)


def versions_of(firm):
    """Return the version of the values that each of the `FORMS` shows."""
    return {form: version_of(_texts_in(firm, form)) for form in FORMS}


def was_changed(firm, form):
    """Whether somebody has changed the form's values since it was shown to its sender."""
    return is_outdated(_texts_in(firm, form))


def _texts_in(firm, form):
    shown = shown_by(firm)
    return [shown[name] for name in FORMS[form]]


def profile_of(firm):
    """Return the texts of the firm's profile, `{field: text}`."""
    address = firm.address or {}
    return ({name: getattr(firm, name) or "" for name in PROFILE} | {"phone": format_phone(firm.phone)}
            | {name: address.get(name) or "" for name in ADDRESS})


def sent_profile():
    """Return the texts of the profile, the values that `change_settings` takes, and the errors by field."""
    texts = {name: typed(name, longest).strip() for name, longest in (PROFILE | ADDRESS).items()}
    values: dict[str, Any] = {name: texts[name] or None for name in PROFILE}
    wrong = {}
    values["address"] = {name: texts[name] for name in ADDRESS if texts[name]} or None
    if values["phone"]:
        try:
            values["phone"] = Phone().parse(values["phone"], {})
        except InvalidAnswer as invalid:
            wrong["phone"] = invalid.args[0]
            del values["phone"]
    loaded, refused = _load(values)
    return texts, loaded, wrong | refused


def texts_of(settings):
    """Return the texts of the settings' fields, `{field: text}`."""
    quiet, kept = settings["quiet_hours"] or {}, settings["retention_text"] or {}
    plain = (*WORDS, "language", "sender_name", "mail_signature", "custom_domain", "portal_code", "brand_color")
    switches = {name: settings[name] for name in ("intake_branding", "email_notifications", "sms_notifications")}
    return {name: str(settings[name] or "") for name in plain} | switches | {
        "sms_unicode": settings["sms_alphabet"] == UNICODE,
        "reminder_days": ", ".join(map(str, settings["reminder_days"])),
        "quiet_from": quiet.get("from", ""), "quiet_to": quiet.get("to", ""),
        **{f"retention_text.{code}": kept.get(code) or "" for code in LANGUAGES}}


def sent_words():
    """Return the texts for clients as typed, the resulting settings, and the errors."""
    texts = {name: typed(name, longest).strip() for name, longest in WORDS.items()}
    values: dict[str, Any] = {name: text or None for name, text in texts.items()}
    if texts["review_days"]:
        values["review_days"] = whole_number(texts["review_days"])
    kept = {name: typed(name, longest).strip() for name, longest in _RETENTION.items()}
    values["retention_text"] = {name.partition(".")[2]: text for name, text in kept.items() if text} or None
    return texts | kept, *_sent_settings(**values)


def sent_messages():
    """Return the typed input about messages to clients, the resulting settings, and the errors."""
    texts = {name: typed(name, longest).strip() for name, longest in MESSAGES.items()}
    quiet = {"from": texts["quiet_from"], "to": texts["quiet_to"]}
    values = {name: texts[name] or None for name in ("sender_name", "mail_signature")}
    return texts, *_sent_settings(language=texts["language"], quiet_hours=quiet if any(quiet.values()) else None,
                                  **values)


def sent_look():
    """Return the colour and whether pages and mails use the firm's look, the resulting settings, and the errors."""
    given = {"brand_color": typed("brand_color", 7).strip(), "intake_branding": "intake_branding" in request.form}
    return given, *_sent_settings(**given | {"brand_color": given["brand_color"] or None})


def sent_channels():
    """Return the channels for messages, the resulting settings, and the errors."""
    given = {name: name in request.form for name in CHANNELS}
    values = {name: given[name] for name in ("email_notifications", "sms_notifications")}
    return given, *_sent_settings(**values, sms_alphabet=UNICODE if given["sms_unicode"] else GSM)


def sent_days():
    """Return the days of reminders as typed and as numbers, and the errors; an empty text means none."""
    text = typed("reminder_days", _LONGEST_LIST).strip()
    return {"reminder_days": text}, *_sent_settings(
        reminder_days=[whole_number(day) for day in text.replace(",", " ").split()])


def sent_code():
    """Return when clients enter a code, the resulting setting, and the errors."""
    given = {"portal_code": request.form.get("portal_code", "")[:20]}
    return given, *_sent_settings(**given)


def sent_domain():
    """Return the firm's own domain as typed, the resulting setting, and the errors."""
    domain = request.form.get("custom_domain", "")[:254].strip()
    return {"custom_domain": domain}, *_sent_settings(custom_domain=domain or None)


SENT = {"look": sent_look, "words": sent_words, "messages": sent_messages, "reminders": sent_days,
        "channels": sent_channels, "code": sent_code, "domain": sent_domain}
"""The reader of each form that changes settings."""


def _sent_settings(**values):
    """Return the loaded settings and the errors by field."""
    loaded, wrong = _load({"settings": values})
    return loaded.get("settings", {}), wrong


def _load(values):
    try:
        return FirmPatch().load(values), {}
    except ValidationError as error:
        refused = error.normalized_messages()
        inner = [name for group in ("address", "settings") for name in refused.pop(group, {})]
        return {}, {name: WRONG.get(name, TOO_LONG) for name in (*refused, *inner)}
