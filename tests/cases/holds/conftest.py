"""A matter with a record of every kind that could lose data."""

from datetime import timedelta
from types import SimpleNamespace

import pytest

from intake.cases.court_forms.fills import start
from intake.cases.court_forms.jobs import fill_court_form
from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.uploads.actions import review
from intake.core.clock import now
from intake.engagement.parties.actions import add as add_party
from intake.portal.links.completion import submit_form
from tests.builders import (
    ANSWERS,
    a_client,
    a_communication,
    a_court_form,
    a_deadline,
    a_document,
    a_lead,
    a_matter,
    a_note,
    a_template,
    an_intake_link,
    an_upload,
)


@pytest.fixture
def records(firm, put):
    """The matter of a client with notes, and one record of each kind in it, by name."""
    client = a_client(firm, email="ana@example.com", notes="Prefers mornings.")
    matter = a_matter(firm, client_id=client.id, description="A fall.", intake_template_id=a_template(firm).id)
    link = an_intake_link(firm, matter)
    save(ensure_form(matter), ANSWERS, {})
    submit_form(link, ensure_form(matter))
    fill = start(firm, matter.id, a_court_form(firm).id, allow_missing=True)
    fill_court_form(firm.id, fill.id)
    rejected = an_upload(firm, put, a_document(firm, matter))
    review(firm, rejected.id, "rejected", "Cut off.")
    party = add_party(firm, matter.id, name="Rui Rivera", kind="person", role="adverse")
    lead = a_lead(firm, message="A fall.")
    lead.change(client_id=client.id)
    return SimpleNamespace(
        party=party, lead=lead,
        client=client, matter=matter, link=link, fill=fill, rejected=rejected, document=a_document(firm, matter),
        other=a_client(firm, first_name="Anna"), deadline=a_deadline(firm, matter), note=a_note(firm, matter),
        message=a_communication(firm, matter, channel="email", status="queued", sent_at=None,
                                send_at=now() + timedelta(days=1)))


@pytest.fixture
def hold(api):
    """Place a hold and return it: `hold(matter_id=…)`."""
    return lambda **on: api.post("/legal-holds", {"reason": "Rivera v. Silva, subpoena of May 3"} | on).json["data"]
