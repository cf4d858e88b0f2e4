"""What the client reads of a rejection."""

from intake.cases.clients.models import Client
from intake.cases.review_reasons.actions import list_reasons
from intake.core.languages import ENGLISH, LANGUAGES
from intake.messaging.communications.message_texts import client_language

_ALL = {"page": 1, "per_page": 100}


class ClientView:
    """The reasons in the reviewer's language and in the client's, and the name by which they know the document."""

    def __init__(self, desk, upload, found):
        client = Client(custom_fields=found["client"][0]["custom_fields"]) if found["client"] else None
        self.language = client_language(client) if client else ENGLISH
        self.language_name = LANGUAGES[self.language].name
        self.is_foreign = self.language != desk.language
        self.document = upload.document.texts_in(self.language)["name"]
        self.reasons = [(id, _in(text, desk.language), _in(text, self.language))
                        for id, text in _reasons(desk, found["reasons"])]


def _reasons(desk, rows):
    """Return the id and the text of each reason; the built-in ones become the firm's own with the first look."""
    if rows:
        return [(row["id"], row["text"]) for row in rows]
    return [(reason.id, reason.text) for reason in list_reasons(desk.caller, _ALL).rows]


def _in(text, language):
    return text.get(language) or text[ENGLISH]
