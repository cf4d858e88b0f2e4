"""The mails to signers. Their links are secrets, so the texts are not stored."""

from intake.cases.matters.models import Matter
from intake.gateways.send_errors import Refused, Uncertain
from intake.messaging.communications.carriers import send_to_signer
from intake.messaging.communications.client_delivery import send_unrecorded
from intake.messaging.communications.message_texts import last_day, render_message
from intake.messaging.communications.quiet_hours import postponed_until
from intake.messaging.communications.states import EMAIL, NO_SAFE_CHANNEL

from .signing_tokens import signing_url
from .states import OTHER_ADDRESS

REQUEST, REMINDER, SIGNED_COPY, ENDED = "letter_request", "letter_reminder", "letter_signed", "letter_ended"


def send_mail(name, firm, letter, signer, key):
    """Send a signer the mail of this name. Return None, or the reason why it was not sent.

    A matter's client gets mail only as their contact preferences allow, and only at their present address, as they may
    have had to give up an earlier one. Raises `Unavailable` to be called again.
    """
    matter = Matter.fetch(letter, letter.matter_id)
    client = client_of(matter, signer)
    if signer.is_client and client is None:
        return OTHER_ADDRESS
    rendered = render_message(name, EMAIL, signer.language, firm=firm, signer=signer, link=signing_url(signer),
                              expires=last_day(firm, letter.expires_at, signer.language))
    is_automatic = name != REQUEST
    try:
        if client:
            is_sent = send_unrecorded(matter, EMAIL, rendered, signer.language, key, is_automatic)
            return None if is_sent else NO_SAFE_CHANNEL
        send_to_signer(firm, signer.email, rendered, signer.language, key, is_automatic)
    except Refused as refused:
        return refused.reason
    except Uncertain:
        return None
    return None


def mail_postponed_until(firm, matter, signer):
    """Return the next time at which the signer may be sent mail, None if they may be now."""
    client = client_of(matter, signer)
    return postponed_until(firm, client) if client else None


def client_of(matter, signer):
    """Return the matter's client if the signer has the client's present address, else None.

    This holds even if the signer became the client after the letter was made.
    """
    client = matter.client
    if client is None or (client.email or "").casefold() != signer.email.casefold():
        return None
    return client
