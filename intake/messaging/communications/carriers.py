"""Sends messages by the mail server or Twilio, with the layout and the sender that clients and firms see."""

from intake.core.addresses import public_url
from intake.core.plain_text import one_line
from intake.gateways.mail import mail
from intake.gateways.send_errors import Refused
from intake.gateways.sms import sms

from .message_texts import EmailLayout, render_message
from .states import EMAIL, OPTED_OUT

STATUS_PATH = "/api/v1/communications/twilio/status"
SECONDS_IN_REQUEST = 5
SECONDS_IN_WORKER = 8
"""How long a call of a carrier may last. A worker that has to stop gives its tasks nine seconds."""

_NAME_LENGTH = 100


def is_configured(channel):
    """Whether this installation has a carrier for the channel."""
    return mail.is_configured if channel == EMAIL else sms.is_configured


def client_sender(firm, is_opted_out, patience=SECONDS_IN_WORKER):
    """Return a function that sends a communication of this firm and returns the carrier's id of it.

    It calls `is_opted_out(number)` right before it sends an SMS. It raises `Refused`, `Unavailable`, `Uncertain`.
    """

    def send(message):
        if message.channel == EMAIL:
            layout = EmailLayout(firm, message.language, "footer_client")
            subject = message.subject or render_message("message", EMAIL, message.language, firm=firm).subject
            return mail.send(message.to, subject, layout.text(message.message), layout.html(message.message),
                             key=message.id, name=firm.name, reply_to=firm.email, timeout=patience,
                             automatic=message.reminder_id is not None)
        if is_opted_out(message.to):
            raise Refused(OPTED_OUT)
        # Several firms may share the installation's number, so the text begins with the firm's name.
        text = f"{one_line(firm.name)[:_NAME_LENGTH]}: {message.message}"
        return sms.send(message.to, text, public_url(f"{STATUS_PATH}?communication={message.id}"), patience)

    return send


def firm_sender(firm, is_opted_out):
    """Return a function like that of `client_sender`, for messages of Intake itself to the firm."""

    def send(message):
        if message.channel == EMAIL:
            layout = EmailLayout(firm, message.language, "footer_firm")
            return mail.send(message.to, message.subject, layout.text(message.message), layout.html(message.message),
                             key=message.id, name="Intake", automatic=True, timeout=SECONDS_IN_WORKER)
        if is_opted_out(message.to):
            raise Refused(OPTED_OUT)
        return sms.send(message.to, message.message, timeout=SECONDS_IN_WORKER)

    return send
