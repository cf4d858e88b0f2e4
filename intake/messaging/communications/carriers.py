"""Handing a message to the mail server or to Twilio, in the dress in which it goes out."""

from intake.core.addresses import public_url
from intake.core.plain_text import one_line
from intake.gateways.mail import mail
from intake.gateways.send_errors import Refused
from intake.gateways.sms import sms

from .states import EMAIL, OPTED_OUT
from .wording import EmailLayout, render_message

STATUS_PATH = "/api/v1/communications/twilio/status"
SECONDS_IN_REQUEST = 5
SECONDS_IN_WORKER = 8
"""How long a carrier is waited for. A worker that is told to stop gives what it does nine seconds."""

_NAME_LENGTH = 100


def is_configured(channel):
    """Whether this installation can send by the channel at all."""
    return mail.is_configured if channel == EMAIL else sms.is_configured


def to_client(firm, is_opted_out, patience=SECONDS_IN_WORKER):
    """A function that hands a communication of this firm over and gives the carrier's name for it.

    `is_opted_out(number)` is asked at the last moment. The function raises what the gateways raise.
    """

    def hand_over(message):
        if message.channel == EMAIL:
            dress = EmailLayout(firm, message.language, "footer_client")
            subject = message.subject or render_message("message", EMAIL, message.language, firm=firm).subject
            return mail.send(message.to, subject, dress.text(message.message), dress.html(message.message),
                             key=message.id, name=firm.name, reply_to=firm.email, timeout=patience,
                             automatic=message.reminder_id is not None)
        if is_opted_out(message.to):
            raise Refused(OPTED_OUT)
        # The number is the installation's, perhaps of several firms: the client has to know who writes.
        text = f"{one_line(firm.name)[:_NAME_LENGTH]}: {message.message}"
        return sms.send(message.to, text, public_url(f"{STATUS_PATH}?communication={message.id}"), patience)

    return hand_over


def to_firm(firm, is_opted_out):
    """As `to_client`, for what Intake itself tells the firm."""

    def hand_over(message):
        if message.channel == EMAIL:
            dress = EmailLayout(firm, message.language, "footer_firm")
            return mail.send(message.to, message.subject, dress.text(message.message), dress.html(message.message),
                             key=message.id, name="Intake", automatic=True, timeout=SECONDS_IN_WORKER)
        if is_opted_out(message.to):
            raise Refused(OPTED_OUT)
        return sms.send(message.to, message.message, timeout=SECONDS_IN_WORKER)

    return hand_over
