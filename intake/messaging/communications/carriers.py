"""Sends messages by the mail server or by Twilio, with the layout and the sender that recipients see."""

from intake.accounts.firms.states import GSM
from intake.cases.matters.link_tokens import reveal_link
from intake.core.addresses import public_url
from intake.core.local_time import to_local
from intake.core.plain_text import one_line
from intake.gateways.mail import mail
from intake.gateways.send_errors import Refused
from intake.gateways.sms import sms

from .conversations import Conversation, conversation_before
from .message_texts import email_layout, render_message, render_text
from .models import SmsOptOut
from .reply_addresses import reply_address_of
from .safety import may_identify, sender_name, signature_of
from .sms_alphabet import transliterate
from .states import EMAIL, OPTED_OUT
from .unsubscribing import alert_off_url, digest_off_url, reminders_off_url

STATUS_PATH = "/api/v1/communications/twilio/status"
SECONDS_IN_REQUEST = 5
SECONDS_IN_WORKER = 8
"""How long a call of a carrier may last. A worker that has to stop gives its jobs nine seconds."""

_NAME_LENGTH = 100


def is_configured(channel):
    """Whether this installation has a carrier for the channel."""
    return mail.is_configured if channel == EMAIL else sms.is_configured


def send_to_client(firm, client, timeout, message):
    """Send a communication of this firm to this client, with its intake link, and return the carrier's id for it.

    Replies and bounces go to this installation if it receives mail, else to the firm. If the firm may not be named, it
    appears in none of sender, subject, layout and reply address. Raises `Refused`, also if the number has opted out of
    SMS; `Unavailable`, `Uncertain`.
    """
    if message.channel == EMAIL:
        return _mail_to_client(firm, client, timeout, message)
    content = reveal_link(message.message, message.link_public_part)
    # Several firms may share the installation's number, so the text begins with the firm's name.
    name = one_line(sender_name(firm, client))[:_NAME_LENGTH]
    text = f"{name}: {content}" if name else content
    return _send_sms(firm, message, text, public_url(f"{STATUS_PATH}?communication={message.id}"), timeout)


def _mail_to_client(firm, client, timeout, message):
    is_named, name = may_identify(client), sender_name(firm, client)
    language = message.language
    off_url = reminders_off_url(client.id) if message.reminder_id else None
    layout = email_layout(
        firm, language, "footer_client" if is_named else "footer_neutral", None if is_named else name,
        off_url and (render_text("off_reminders", language), off_url), signature_of(firm, client))
    subject, content = (reveal_link(text, message.link_public_part) for text in (message.subject, message.message))
    if is_named:
        before = conversation_before(message)
        subject = subject or before.subject or render_message("message", EMAIL, language, firm=firm).subject
    else:
        before = Conversation()
        subject = render_text("neutral", language)
    own_address = reply_address_of(message)
    return mail.send(message.to, subject, layout.text(content), layout.html(content), key=message.id,
                     name=name or None, reply_to=own_address or (firm.email if is_named else None),
                     return_path=own_address, timeout=timeout, automatic=message.automatic, unsubscribe_url=off_url,
                     references=before.references)


def send_to_signer(firm, address, rendered, language, key, automatic):
    """Send a `RenderedMessage` to a signer who is not a client, as `send_to_client` does."""
    layout = email_layout(firm, language, "footer_signer")
    mail.send(address, rendered.subject, layout.text(rendered.message), layout.html(rendered.message), key=key,
              name=sender_name(firm, None) or None, reply_to=firm.email, automatic=automatic,
              timeout=SECONDS_IN_WORKER)


def send_to_firm(firm, message):
    """Send a message of Intake itself to the firm, as `send_to_client` does.

    One of an earlier day says so, as its "tomorrow" is another day by now.
    """
    content, day = message.message, to_local(message.created_at, firm.timezone).date()
    if day < firm.today:
        content = f"{render_text('late', message.language, day=day)}\n\n{content}"
    if message.channel == EMAIL:
        off, off_url = None, None
        if message.alert:
            off_url = alert_off_url(message.alert, message.user_id or firm.id)
            off = render_text("off_alerts", message.language), off_url
        elif message.user_id:
            off_url = digest_off_url(message.user_id)  # the text contains it as well
        layout = email_layout(firm, message.language, "footer_person" if message.user_id else "footer_firm", off=off)
        return mail.send(message.to, message.subject, layout.text(content), layout.html(content), key=message.id,
                         name="Intake", automatic=True, unsubscribe_url=off_url,
                         timeout=SECONDS_IN_WORKER)
    return _send_sms(firm, message, content)


def _send_sms(firm, message, text, status_url=None, timeout=SECONDS_IN_WORKER):
    if SmsOptOut.has(message.to):
        raise Refused(OPTED_OUT)
    if firm.settings_in_force["sms_alphabet"] == GSM:
        text = transliterate(text)
    return sms.send(message.to, text, status_url, timeout)
