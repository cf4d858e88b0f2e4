"""Sending a client a code, and letting the browser in where it is entered (docs/portal.md, "A code")."""

from intake.accounts.audit.recording import record_act, record_read
from intake.accounts.firms.models import Firm
from intake.accounts.sessions.throttling import Attempt, network_key
from intake.core.clock import now
from intake.core.crypto import digest
from intake.core.db import db
from intake.core.name_locks import lock_name
from intake.core.plain_text import digits_in
from intake.engine.tasks.actions import plan
from intake.gateways.send_errors import Refused, Uncertain
from intake.messaging.communications.client_delivery import send_unrecorded
from intake.messaging.communications.message_texts import render_message
from intake.messaging.communications.quiet_hours import postponed_until
from intake.messaging.notifications.actions import record_notification
from intake.messaging.notifications.states import CODE_NOT_SENT
from intake.portal.links.actions import default_channels
from intake.portal.links.states import OPEN

from .devices import browser_digest, current_digest, new_token
from .models import PortalCode, PortalDevice
from .states import GUESS, LIFETIME, SENDING


def channels_for_code(link):
    """Return the channels by which the link's client can get a code now, as far as that is safe for them."""
    firm = Firm.fetch(link.firm_id)
    return [] if postponed_until(firm, link.client, is_asked_for=True) else default_channels(link, link.client)


def ask_for_code(link, channel, language, address):
    """Have a new code sent to the client, in the language; earlier ones are no longer accepted.

    Two quick presses of the button request one code. Return whether there is a way to send it; if not, the firm is
    notified. Raises `TooManyAttempts`.
    """
    if channel not in channels_for_code(link):
        with db.atomic():
            _notify_firm(link)
        return False
    attempt = Attempt(network_key(address), SENDING.key(link.client_id))
    with db.atomic():
        lock_name(f"portal code {link.id}")
        is_repeated = PortalCode.is_on_its_way(link, channel)
        if not is_repeated:
            _plan_code(link, channel, language)
    if is_repeated:
        attempt.succeeded()
    return True


def _plan_code(link, channel, language):
    code = PortalCode.create(firm_id=link.firm_id, link_id=link.id, channel=channel)
    record_act("intake_link.code_asked_for", link, matter_id=link.matter_id, channel=channel)
    plan(link.firm_id, "send_portal_code", code.id, language)


def enter_code(link, text, address):
    """Let this browser in if the text is the link's newest code, which is then used up.

    Return the browser's new token, None if the code is wrong, old or used. Raises `TooManyAttempts`.
    """
    token = new_token()
    return token if use_code(
        link, text, address, lambda: PortalDevice.add(link, current_digest(), digest(token))) else None


def use_code(link, text, address, then):
    """Use the link's newest code up if this is it, and call `then` in the same transaction.

    Return whether it is; not if it is wrong, old or used, except just now in this browser: a second press of the button
    calls `then` again. Raises `TooManyAttempts`.
    """
    attempt = Attempt(network_key(address), GUESS.key(link.client_id))
    code = PortalCode.try_newest(link)
    given, browser = digits_in(text), browser_digest()
    with db.atomic():
        if code and code.is_right(given) and code.change(PortalCode.used_at.is_null(), used_at=now(), used_by=browser):
            record_act("intake_link.code_entered", link, matter_id=link.matter_id)
        elif not ((used := PortalCode.newest_used_by(link, browser)) and used.is_right(given)):
            record_read("intake_link.code_refused", link, matter_id=link.matter_id)
            return False
        then()
    attempt.succeeded()
    return True


def send_code(code, link, language):
    """Send the code to the link's client, unless it can no longer be entered or the channel is no longer safe.

    Raises `Unavailable` to be called again. If the carrier refuses it, the firm is notified.
    """
    if code.used_at or code.created_at <= now() - LIFETIME or link is None or link.state != OPEN:
        return
    if PortalCode.newest(link).get().id != code.id:  # as after an outage in which the client asked again
        return
    rendered = render_message("portal_code", code.channel, language, client=link.client, code=code.digits,
                              minutes=LIFETIME.seconds // 60)
    try:
        is_sent = send_unrecorded(link.matter, code.channel, rendered, language, code.id)
    except Refused:
        is_sent = False
    except Uncertain:
        return
    if not is_sent:
        with db.atomic():
            _notify_firm(link)


def _notify_firm(link):
    """Tell the firm that its client cannot get in, once a day."""
    record_notification(link.firm_id, CODE_NOT_SENT, f"{link.id} {now().date()}",
                        {"matter_id": link.matter_id, "link_id": link.id}, matter=link.matter)
