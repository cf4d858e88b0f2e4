"""A mail as the firm's clients get it, to an invented client; the settings need not be saved yet."""

from datetime import timedelta
from typing import NamedTuple

from intake.accounts.firms.models import Firm
from intake.cases.clients.models import Client
from intake.core.addresses import public_url
from intake.core.clock import now
from intake.messaging.communications.message_texts import email_layout, last_day, render_message, render_text
from intake.messaging.communications.safety import sender_name, signature_of
from intake.messaging.communications.states import EMAIL
from intake.portal.links.states import LIFETIME_DAYS


class ExampleMail(NamedTuple):
    """The mail as a client's mail program shows it; the `text` is in the `language`."""

    sender: str
    subject: str
    text: str
    language: str


def example_mail(firm, settings):
    """Return the mail with an intake link that a client would get with these settings of the firm."""
    firm = Firm(**firm.__data__ | {"settings": firm.settings | settings})
    language, client = firm.settings_in_force["language"], Client(firm_id=firm.id, first_name="Ana", last_name="Silva")
    rendered = render_message(
        "intake_link", EMAIL, language, firm=firm, client=client, link=public_url("/p/…"),
        label=render_text("case_label", language, firm=firm), form=True, documents=[],
        expires=last_day(firm, now() + timedelta(days=LIFETIME_DAYS), language))
    layout = email_layout(firm, language, "footer_client", signature=signature_of(firm, client))
    return ExampleMail(sender_name(firm, client), rendered.subject, layout.text(rendered.message).strip(), language)
