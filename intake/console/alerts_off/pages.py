"""`/unsubscribe/alerts`: unsubscribing from one kind of mail by the link in it, and subscribing again."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.exceptions import NotFound

from intake.accounts.audit.recording import act_as
from intake.accounts.audit.states import PERSON, SYSTEM
from intake.accounts.firms.models import Firm
from intake.accounts.sessions.current_session import login_required
from intake.accounts.users.models import User
from intake.console.first_steps.names import OF_ALERTS
from intake.messaging.communications.unsubscribing import ALERTS_OFF, recipient_of
from intake.web import csrf
from intake.web.forms import form_page

from .actions import change_alert

alerts_off = Blueprint("alerts_off", __name__)


@alerts_off.get("/unsubscribe/alerts/<type>/<token>")
def show(type, token):
    """Ask whether to unsubscribe: programs that open links in mails must not do that."""
    recipient = _recipient(type, token)
    return form_page("alerts_off.html", about=OF_ALERTS[type], is_off=type in recipient.alerts_off)


@alerts_off.post("/unsubscribe/alerts/<type>/<token>")
def change(type, token):
    """Unsubscribe, also for a mail program that does so itself (RFC 8058), or subscribe again."""
    recipient, is_wanted = _recipient(type, token), "again" in request.form
    act_as(*((PERSON, recipient.id) if isinstance(recipient, User) else (SYSTEM, None)), by="alert link")
    change_alert(recipient, type, is_wanted)
    return form_page("alerts_off.html", about=OF_ALERTS[type], is_off=not is_wanted)


@alerts_off.post("/account/alerts/<type>")
@login_required
def resume(session, type):
    """Subscribe the signed-in person to mails of this type again."""
    if csrf.is_genuine() and type in OF_ALERTS:
        change_alert(session.user, type, is_wanted=True)
    return redirect(url_for("account.show"), 303)


def _recipient(type, token):
    """Return the user or the firm of the address. Raises `NotFound` for an address that is not ours."""
    id = recipient_of(f"{ALERTS_OFF}:{type}", token) if type in OF_ALERTS else None
    if id is None:
        raise NotFound
    recipient = User.for_job(id) if id.startswith(User.prefix) else Firm.fetch(id)
    if recipient is None:
        raise NotFound
    return recipient
