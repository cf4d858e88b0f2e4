"""Completing an intake: nothing required is open, and something came in since the link was made.

Each check locks the link before it looks for open items. So of two requests that hand in the last two items at once,
the later one sees both, and exactly one records the event.
"""

from intake.cases.documents.models import open_documents
from intake.cases.intake_forms.actions import ensure_form, submit
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db

from .events import COMPLETED, LINK_EXPIRED, record_intake_event
from .models import IntakeLink


def submit_form(link, form):
    """Submit the form and complete the intake if that was the last open item. Returns the problems by question id.

    The form of a complete intake does not change any more.
    """
    with db.atomic():
        link = IntakeLink.fetch_locked(link, link.id)
        problems = {} if link.completed_at else submit(form)
        if not problems:
            _complete_unless_open(link)
    return problems


def complete_if_all_is_in(link):
    """Complete the intake and record the event, once, if nothing is open any more."""
    with db.atomic():
        _complete_unless_open(IntakeLink.fetch_locked(link, link.id))


def expire(link):
    """Mark the link as expired and, if something was still open, record the event for the firm. Once."""
    with db.atomic():
        link = IntakeLink.fetch_locked(link, link.id)
        if link.expired_at or link.completed_at or link.revoked_at:
            return
        link.change(expired_at=now())
        if _is_anything_open(link):
            record_intake_event(LINK_EXPIRED, link)


def _complete_unless_open(link):
    if link.completed_at or link.revoked_at or not link.has_received_anything() or _is_anything_open(link):
        return
    link.change(completed_at=now())
    record_intake_event(COMPLETED, link)


def _is_anything_open(link):
    """Whether the client has something left to do."""
    matter = Matter.fetch(link, link.matter_id)
    if matter.client_id != link.client_id:
        return True  # what came in is another client's
    ensure_form(matter)
    return IntakeForm.unsubmitted(matter).exists() or open_documents(link, matter.id).exists()
