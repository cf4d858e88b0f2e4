"""The form of a client's details."""

from flask import request

from intake.cases.templates.question_types.contact import Email, Phone
from intake.cases.templates.question_types.question_type import InvalidAnswer
from intake.core.clock import iso
from intake.core.languages import LANGUAGES
from intake.messaging.communications.message_texts import client_language

from .states import ADDRESS, TEXTS

_MISSING = {"first_name": "Please enter the first name.", "last_name": "Please enter the last name."}


class ClientForm:
    """The texts of the form, and `wrong`, what is wrong by field."""

    def __init__(self, client, given=None):
        self.client, self.wrong = client, {}
        if given is None:
            address = client.address or {}
            self.texts = {name: getattr(client, name) or "" for name in TEXTS}
            self.texts |= {name: address.get(name) or "" for name in ADDRESS}
            self.texts |= {"language": client_language(client), "version": iso(client.updated_at)}
        else:
            self.texts = {name: given.get(name, "")[:longest + 1].replace("\x00", "").strip()
                          for name, longest in (TEXTS | ADDRESS | {"language": 8, "version": 40}).items()}

    @classmethod
    def sent(cls, client):
        """Return the form as this request has it."""
        return cls(client, request.form)

    @property
    def is_outdated(self):
        """Whether the client was changed since the form was shown."""
        return self.texts["version"] != iso(self.client.updated_at)

    def show_current_version(self):
        """Let the form be sent again, over what was changed meanwhile."""
        self.texts["version"] = iso(self.client.updated_at)

    def check(self):
        """Return the values that `update` takes; None if something is wrong."""
        values = {name: self.texts[name] or None for name in TEXTS}
        address = {name: self.texts[name] for name in ADDRESS if self.texts[name]}
        values["address"] = address or None
        for name, longest in (TEXTS | ADDRESS).items():
            if len(self.texts[name]) > longest:
                self.wrong[name] = "This is too long."
        self.wrong |= {name: missing for name, missing in _MISSING.items() if not self.texts[name]}
        for name, question_type in (("email", Email()), ("phone", Phone())):
            try:
                values[name] = question_type.parse(values[name], {}) if values[name] else None
            except InvalidAnswer as invalid:
                self.wrong[name] = invalid.args[0]
        language = self.texts["language"]
        if language in LANGUAGES and language != client_language(self.client):
            values["custom_fields"] = self.client.custom_fields | {"language": language}
        return None if self.wrong else values
