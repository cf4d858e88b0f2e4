"""Completing an intake: nothing required is open, and something came in since the link was made.

A rejection withdraws the completion until everything is back; the event is recorded the first time only.

Each check locks the link before it looks for open items. So of two requests that hand in the last two items at once,
the later one sees both, and exactly one records the event.
"""

from datetime import timedelta
from typing import Any

from intake.accounts.audit.recording import record_act
from intake.cases.documents.models import open_documents
from intake.cases.holds.models import block_new_holds
from intake.cases.intake_forms.actions import ensure_form, submit
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.portal.reminders.models import Reminder

from .events import COMPLETED, LINK_EXPIRED, record_intake_event

_REOPENED_FOR = timedelta(days=14)
"""For how long at least a link is open once a document was rejected."""


def submit_form(link, form):
    """Submit the form and complete the intake if that was the last open item. Returns the problems by question id.

    The form of a complete intake no longer changes, except for changes made before the last document came in.
    """
    with db.atomic():
        block_new_holds(link)
        link = link.locked()
        problems = {} if link.completed_at and not form.has_unsent_changes else submit(form)
        if not problems:
            _complete_unless_open(link)
    return problems


def complete_if_all_is_in(link):
    """Complete the intake and record the event, once, if nothing is open any more."""
    with db.atomic():
        _complete_unless_open(link.locked())


def reopen(link):
    """Reopen the link for rejected files, and return it: its intake is not complete while something is required.

    Call it inside a transaction. A link that is revoked stays so.
    """
    link = link.locked()
    until, changes = now() + _REOPENED_FOR, dict[str, Any]()
    if link.completed_at and _is_anything_open(link):
        changes["completed_at"] = None
    if link.expires_at < until:
        changes |= {"expires_at": until, "expired_at": None}
    if changes and not link.revoked_at:
        link.change(**changes)
        record_act("intake_link.reopened", link, matter_id=link.matter_id)
    return link


def expire(link, moment):
    """Mark the link as expired and, if something was still open, record the event for the firm. Once."""
    with db.atomic():
        link = link.locked()
        if link.expires_at > moment or link.expired_at or link.completed_at or link.revoked_at:
            return
        link.change(expired_at=now())
        if _is_anything_open(link):
            record_intake_event(LINK_EXPIRED, link)


def _complete_unless_open(link):
    if link.completed_at or link.revoked_at or not link.has_received_anything() or _is_anything_open(link):
        return
    is_first = link.announced_at is None
    link.change(completed_at=now(), announced_at=link.announced_at or now())
    Reminder.settle_open(link, link.matter_id)
    if is_first:
        record_intake_event(COMPLETED, link)
    else:
        record_act("intake_link.completed", link, matter_id=link.matter_id)


def _is_anything_open(link):
    """Whether the client has something left to do."""
    matter = Matter.fetch(link, link.matter_id)
    if matter.client_id != link.client_id:
        return True  # the files that came in are another client's
    ensure_form(matter)
    return IntakeForm.unsubmitted(matter).exists() or open_documents(link, matter.id).exists()
