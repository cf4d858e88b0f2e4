"""Fixtures of the tests of court forms."""

from datetime import date

import pytest

from intake.cases.court_forms.fills import start
from intake.cases.court_forms.jobs import fill_court_form
from intake.cases.court_forms.models import CourtFormFill
from intake.cases.intake_forms.actions import ensure_form, save
from intake.gateways.storage import storage
from intake.portal.links.completion import submit_form
from tests.builders import a_client, a_court_form, a_matter, a_template, an_intake_link

QUESTIONS = (
    {"id": "has_children", "type": "yes_no", "label": "Do you have children?"},
    {"id": "children", "type": "long_text", "label": "The names of your children"},
    {"id": "relationship", "type": "choice", "label": "What are you?", "options": ["Mother", "Father"]},
    {"id": "about", "type": "long_text", "label": "What happened?"},
)
ADDRESS = {"line1": "120 Main Street", "city": "Albany", "state": "NY", "zip": "12207"}
ANSWERS = {"has_children": "yes", "children": "Zoë Novák\nŁukasz Дмитрий\nVương Minh", "relationship": "Mother",
           "about": "We were married in Albany.\nWe live apart."}


@pytest.fixture
def form(firm):
    """The petition as a form of the firm, with its fields read."""
    a_template(firm, form=list(QUESTIONS))
    return a_court_form(firm)


@pytest.fixture
def matter_of(firm):
    """Create a matter with these answers of its client: `matter_of({"about": "…"})`."""
    def make(answers=ANSWERS, **client):
        template = a_template(firm, form=list(QUESTIONS))
        ana = a_client(firm, **{"first_name": "Łucja", "last_name": "Đặng-Müller", "address": ADDRESS,
                                "date_of_birth": date(1984, 2, 29)} | client)
        matter = a_matter(firm, client_id=ana.id, intake_template_id=template.id,
                          custom_fields={"case_number": "26-CV-1042"})
        link = an_intake_link(firm, matter)
        save(ensure_form(matter), answers, {})
        assert not submit_form(link, ensure_form(matter))
        return matter

    return make


@pytest.fixture
def filled(firm):
    """Fill a form in as the worker does, and return the fill and the bytes of the result."""
    def fill(matter, form, **options):
        begun = start(firm, matter.id, form.id, **options)
        fill_court_form(firm.id, begun.id)
        done = CourtFormFill.fetch(firm, begun.id)
        return done, b"".join(storage.chunks(done.upload_key)) if done.document_id else None

    return fill
