"""The client's view of a rejection."""

from intake.cases.clients.models import Client
from intake.cases.review_reasons.actions import list_reasons
from intake.core.languages import ENGLISH, LANGUAGES
from intake.core.plain_text import one_line
from intake.messaging.communications.message_texts import client_language, render_message
from intake.messaging.communications.safety import allows
from intake.messaging.communications.states import EMAIL, SMS
from intake.portal.reminders.rules import channels_for

_ALL = {"page": 1, "per_page": 100}

SENDING = {
    (EMAIL, SMS): "The client gets it by e-mail and SMS after five minutes, with everything else that was rejected.",
    (EMAIL,): "The client gets it by e-mail after five minutes, with everything else that was rejected.",
    (SMS,): "The client gets it by SMS after five minutes, with everything else that was rejected.",
    (): "No message is sent, because none can reach the client. It is shown on their page.",
}
"""By channels, the sentence about how the client is notified."""
NO_LINK = "No message is sent, because the matter has no intake link that is open."


class ClientView:
    """The reasons in the reviewer's language and the client's, and the message that names the document."""

    def __init__(self, desk, upload, found):
        row = found["client"][0] if found["client"] else {}
        client = Client(first_name=row.get("first_name", ""), custom_fields=row.get("custom_fields", {}),
                        email=row.get("email"), phone=row.get("phone"),
                        contact_preferences=row.get("contact_preferences"))
        self.language = client_language(client, desk.firm)
        self.language_name = LANGUAGES[self.language].name
        self.is_foreign = self.language != desk.language
        self.document = one_line(upload.document.texts_in(self.language)["name"])
        channels = [channel for channel in channels_for(desk.firm, client, row.get("has_opted_out"))
                    if allows(client, channel)]
        self.sending = SENDING[tuple(channels)] if row.get("has_link") else NO_LINK
        rendered = render_message(
            "rejection", EMAIL, self.language, firm=desk.firm, client=client, count=1, is_neutral=False, link="…",
            expires="…", documents=[{"name": self.document, "reason": None, "is_infected": False}])
        self.subject = rendered.subject
        self.before, _, after = rendered.message.partition(f"- {self.document}")
        self.after = after.strip()
        self.reasons = [(id, _in(text, desk.language), _in(text, self.language))
                        for id, text in _reasons(desk, found["reasons"])]


def _reasons(desk, rows):
    """Return the id and the text of each reason; the first call copies the built-in ones to the firm."""
    if rows:
        return [(row["id"], row["text"]) for row in rows]
    return [(reason.id, reason.text) for reason in list_reasons(desk.caller, _ALL).rows]


def _in(text, language):
    return text.get(language) or text[ENGLISH]
