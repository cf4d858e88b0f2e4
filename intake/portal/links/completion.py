"""When an intake is complete: nothing that is required is open, and something came in since the link was made.

Whoever brings what may be the last item locks the link before looking at what is open. So of two who bring the last two
at once, the later one sees both, and the row says who announces it.
"""

from intake.cases.documents.models import open_documents
from intake.cases.intake_forms.actions import ensure_form, submit
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db

from .models import IntakeLink
from .occasions import COMPLETED, LINK_EXPIRED, announce


def submit_form(link, form):
    """The form is handed in, and with it perhaps the intake complete; gives what is wrong, by question id.

    What is complete is not changed any more.
    """
    with db.atomic():
        link = IntakeLink.fetch_locked(link, link.id)
        problems = {} if link.completed_at else submit(form)
        if not problems:
            _settle(link)
    return problems


def complete_if_all_is_in(link):
    """The intake is complete, and that is announced, if nothing is open any more and it was not announced before."""
    with db.atomic():
        _settle(IntakeLink.fetch_locked(link, link.id))


def expire(link):
    """It is noticed that the link expired; if the client had something left to do, the firm will be told. Once."""
    with db.atomic():
        link = IntakeLink.fetch_locked(link, link.id)
        if link.expired_at or link.completed_at or link.revoked_at:
            return
        link.change(expired_at=now())
        if _is_open(link):
            announce(LINK_EXPIRED, link)


def _settle(link):
    if link.completed_at or link.revoked_at or not link.has_brought_anything() or _is_open(link):
        return
    link.change(completed_at=now())
    announce(COMPLETED, link)


def _is_open(link):
    """Whether the client has something left to do."""
    matter = Matter.fetch(link, link.matter_id)
    if matter.client_id != link.client_id:
        return True  # what is there is another client's
    ensure_form(matter)
    return IntakeForm.awaited(matter).exists() or open_documents(link, matter.id).exists()
