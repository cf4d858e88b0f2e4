"""The form of a client's details."""

from typing import Any

from flask import request
from marshmallow import ValidationError

from intake.cases.clients.schemas import ContactPreferences
from intake.console.frame.person import TOO_LONG, check_person
from intake.core.languages import LANGUAGES
from intake.messaging.communications.message_texts import client_language
from intake.web.formatting import format_phone
from intake.web.forms import cut

from .states import ADDRESS, FLAGS, PREFERENCES, TEXTS

_WRONG = {"hours_from": "Enter both times, such as 9:00 AM and 5:00 PM.", "neutral_name": TOO_LONG,
          "preferred": "Choose one of these."}
_ANY_WAY = dict.fromkeys(FLAGS, True) | dict.fromkeys(("preferred", "neutral_name", "hours"))


class ClientForm:
    """The texts of the form, the `saved` ones, and in `wrong` the errors by field."""

    def __init__(self, firm, client):
        self.client, self.wrong, self.language = client, {}, client_language(client, firm)
        address = client.address or {}
        self.texts = self.saved = (
            {name: getattr(client, name) or "" for name in TEXTS} | {name: address.get(name) or "" for name in ADDRESS}
            | _preferred(client.contact_preferences or {})
            | {"phone": format_phone(client.phone), "language": self.language})

    @classmethod
    def sent(cls, firm, client):
        """Return the form that this request sent."""
        form = cls(firm, client)
        form.texts = {name: cut(request.form.get(name, ""), longest).strip()
                      for name, longest in (TEXTS | ADDRESS | PREFERENCES | {"language": 8}).items()}
        return form

    def check(self):
        """Return the values that `update` takes; None if something is wrong."""
        values = {name: self.texts[name] or None for name in TEXTS}
        address = {name: self.texts[name] for name in ADDRESS if self.texts[name]}
        values["address"] = address or None
        person, wrong = check_person(self.texts)
        values |= person
        self.wrong = {name: TOO_LONG for name, longest in (TEXTS | ADDRESS).items()
                      if len(self.texts[name]) > longest} | wrong
        self._check_preferences(values)
        language = self.texts["language"]
        if language in LANGUAGES and (language != self.language or not self.client.id):
            values["custom_fields"] = self.client.custom_fields | {"language": language}
        return None if self.wrong else values

    def _check_preferences(self, values):
        """Add the contact preferences to the values, unless the form has none."""
        if not self.texts["has_preferences"]:
            return
        hours = {"from": self.texts["hours_from"][:5], "to": self.texts["hours_to"][:5]}
        given: dict[str, Any] = {name: bool(self.texts[f"by_{name}"]) for name in FLAGS}
        given |= {name: self.texts[name] or None for name in ("preferred", "neutral_name")}
        given["hours"] = hours if any(hours.values()) else None
        try:
            given = ContactPreferences().load(given)
        except ValidationError as error:
            named = {"hours_from" if name == "hours" else name for name in error.messages}
            self.wrong |= {name: _WRONG[name] for name in named}
        if given != _ANY_WAY or self.client.contact_preferences:
            values["contact_preferences"] = given


def _preferred(known):
    """Return the texts of the form's fields for these preferences; unset ones allow everything."""
    hours = known.get("hours") or {}
    return {f"by_{name}": "yes" if known.get(name, True) else "" for name in FLAGS} | {
        "has_preferences": "yes", "preferred": known.get("preferred") or "",
        "neutral_name": known.get("neutral_name") or "", "hours_from": hours.get("from", ""),
        "hours_to": hours.get("to", "")}
