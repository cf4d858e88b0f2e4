"""The last page of an intake and the pages of closed links are accessible, in the light and the dark scheme."""

from datetime import timedelta

import pytest

from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.matters.actions import update
from intake.core.clock import now
from intake.portal.links.actions import revoke
from intake.portal.links.completion import submit_form
from intake.portal.links.jobs import complete_intake
from tests.builders import ANSWERS, a_document, a_template, an_intake_link, an_upload


@pytest.fixture
def link(firm, matter, put):
    """The link of a client who has sent everything required."""
    matter.change(intake_template_id=a_template(firm).id)
    an_upload(firm, put, a_document(firm, matter, name="Passport"))
    a_document(firm, matter, name="Photos of the house", required=False)
    link = an_intake_link(firm, matter)
    form = ensure_form(matter)
    save(form, ANSWERS, {})
    submit_form(link, form)
    an_upload(firm, put, a_document(firm, matter, name="Last tax return"))
    complete_intake(matter.id)
    return link


def _look(phone, address, title, found):
    """Check the title of the page at the address, and add its problems to `found`."""
    page = phone.open(address)
    assert page.locator("h1").inner_text() == title
    found[title] = phone.problems(f"end-{len(found)}")


def test_final_pages_are_readable(phone, firm, matter, link):
    firm.change(name="Rechtsanwaltsgesellschaft" * 2)
    found = {}
    for place, title in (("", "Welcome back, Ana"), ("/form/review", "Your answers"), ("/documents", "Your documents"),
                         ("/done", "All done, thank you")):
        _look(phone, f"{link.url}{place}", title, found)
    update(firm, matter.id, status="closed")
    _look(phone, link.url, "Nothing is being collected here now", found)
    link.change(expires_at=now() - timedelta(seconds=1))
    _look(phone, link.url, "This link has expired", found)
    revoke(firm, matter.id)
    _look(phone, link.url, "This link is no longer in use", found)

    assert found == {title: [] for title in found}
