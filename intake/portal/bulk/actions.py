"""Actions on many matters."""

from peewee import JOIN

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.cases.clients.models import Client
from intake.cases.matters import actions as matters
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE, CLOSED
from intake.core.clock import now
from intake.core.errors import InvalidStatusTransition
from intake.core.outcomes import outcome_of
from intake.messaging.communications.channels import offered_channels
from intake.messaging.communications.errors import SendFailed
from intake.messaging.communications.models import SmsOptOut
from intake.messaging.communications.states import EMAIL
from intake.portal.links.actions import default_channels, make, queue
from intake.portal.links.models import IntakeLink
from intake.portal.reminders.models import Reminder

from .errors import LinkNotNeeded, RemindersPaused
from .states import ARCHIVE, ASSIGN, CLOSE, REMIND, REOPEN, SEND_LINK


def act(caller, ids, action, **values):
    """Apply the operation to each of the matters, and return the outcomes, {id, ok, error}, in the given order.

    With an Idempotency-Key all of them are one transaction, so that everyone has to lock them in one order.
    """
    outcomes = {id: outcome_of(_ACTIONS[action], caller, id, **values) for id in sorted(set(ids))}
    return [outcomes[id] for id in dict.fromkeys(ids)]


def remind(caller, matter_id):
    """Let the client be reminded with the next run, at most once a day. Raises `NotFound`, `InvalidStatusTransition`.

    As with every reminder, the firm's channels and quiet hours decide how and when.
    """
    matter = Matter.fetch_locked(caller, matter_id)
    link = IntakeLink.current(caller, matter.id).first()
    if matter.status != ACTIVE or link is None or link.completed_at or link.expires_at <= now():
        raise InvalidStatusTransition("The matter has no open intake link.")
    if matter.reminders_paused:
        raise RemindersPaused
    moment = now()
    days = (moment - (link.sent_at or link.created_at)).days
    Reminder(firm_id=matter.firm_id, matter_id=matter.id, link_id=link.id, days=days, due_at=moment,
             expires_at=link.expires_at, created_at=moment).insert_or_replace()
    record_act("matter.reminder_requested", matter)


def send_link(caller, matter_id):
    """Let the worker send the client the matter's intake link by every channel that reaches them, not at night.

    Raises `NotFound`; `LinkNotNeeded` if an open one was sent or the intake is complete; `InvalidStatusTransition`,
    `SendFailed` and `ConflictCheckRequired` as `make`; `SendFailed` also if no channel reaches the client.
    """
    matter = Matter.fetch_locked(caller, matter_id)
    earlier = IntakeLink.current(caller, matter.id).first()
    if matter.status == ACTIVE and _needs_no_link(matter, earlier):
        raise LinkNotNeeded
    link = make(caller, matter.id, replace=False)
    channels = default_channels(caller, link.client)
    if not channels:
        raise SendFailed("The client has no address to which a link may be sent.", reason="no_address")
    queue(link, channels)


def link_recipients(caller, ids):
    """Return the ids of the matters whose clients `send_link` writes to, unless they need a conflict check first."""
    by_sms = Firm.fetch(caller.firm_id).settings_in_force["sms_notifications"]
    link = IntakeLink.alias()
    has_opted_out = SmsOptOut.applies_to(Client).alias("has_opted_out")
    found = (Matter.of(caller, Matter, Client, link, has_opted_out)
             .join(Client, on=Client.referenced_by(Matter.client_id))
             .join_from(Matter, link, JOIN.LEFT_OUTER, attr="link", on=(
                 (link.firm_id == Matter.firm_id) & (link.matter_id == Matter.id) & link.revoked_at.is_null()))
             .where(Matter.id.in_(list(ids)), Matter.status == ACTIVE))
    return {matter.id for matter in found
            if not _needs_no_link(matter, getattr(matter, "link", None)) and _is_reachable(matter, by_sms)}


def _needs_no_link(matter, link):
    """Whether the client has an open link, or has sent everything."""
    if link is None or link.client_id != matter.client_id:
        return False
    return bool(link.completed_at or (link.sent_at and link.expires_at > now()))


def _is_reachable(matter, by_sms):
    """Whether a channel reaches the client: mail, or SMS if the firm uses it and they have not opted out."""
    takes_sms = by_sms and not matter.has_opted_out
    return any(channel == EMAIL or takes_sms for channel in offered_channels(matter.client))


def close(caller, matter_id):
    """Close an active matter. Raises `NotFound`, `InvalidStatusTransition`."""
    if Matter.fetch_locked(caller, matter_id).status != ACTIVE:
        raise InvalidStatusTransition("Only an active matter can be closed.")
    matters.update(caller, matter_id, status=CLOSED)


def reopen(caller, matter_id):
    """Make a closed or archived matter active. Raises `NotFound`, `InvalidStatusTransition`."""
    if Matter.fetch_locked(caller, matter_id).status == ACTIVE:
        raise InvalidStatusTransition("The matter is active already.")
    matters.update(caller, matter_id, status=ACTIVE)


_ACTIONS = {REMIND: remind, ASSIGN: matters.update, CLOSE: close, ARCHIVE: matters.archive, REOPEN: reopen,
            SEND_LINK: send_link}
