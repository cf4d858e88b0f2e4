"""Ask the client of a matter what a court form lacks."""

from intake.accounts.audit.recording import record_act
from intake.cases.court_forms.errors import NothingToAsk
from intake.cases.court_forms.fills import lacking
from intake.cases.court_forms.models import CourtFormFill
from intake.cases.intake_forms.actions import ask_further
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.portal.links.actions import make
from intake.portal.links.completion import reopen
from intake.portal.links.models import IntakeLink


def ask(caller, matter_id, fill_id):
    """Add the questions to the client's form, reopen their link, and return both.

    A matter without a link gets one, which is not sent. Raises `NotFound`, `NothingToAsk`, `InvalidStatusTransition`
    unless the matter is active.
    """
    fill = CourtFormFill.fetch_in(caller, matter_id, fill_id)
    with db.atomic():
        matter = Matter.fetch_locked(caller, matter_id)
        questions = lacking(fill, matter)
        if not questions or matter.client_id is None:
            raise NothingToAsk
        link = IntakeLink.current(matter, matter.id).first()
        if link is None or link.client_id != matter.client_id:
            link = make(caller, matter.id, with_default_template=False)
        ask_further(matter, questions)
        link = reopen(link)
        fill.change(asked_at=now())
        record_act("fill.asked", fill, matter_id=matter.id)
    return {"url": link.url if caller.may("documents:read") else None,
            "questions": [question["label"] for question in questions]}
