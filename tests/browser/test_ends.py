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


def _look(phone, address, title, found, dress):
    """Check the title of the page at the address, and add its violations to `found`."""
    page = phone.open(address)
    assert page.locator("h1").inner_text() == title
    found[title] = phone.violations() + phone.too_small()
    phone.keep(f"end-{dress}-{len(found)}")


@pytest.mark.parametrize("dress", ["light", "dark"])
def test_final_pages_are_readable(phone_of, firm, matter, link, dress):
    firm.change(name="Rechtsanwaltsgesellschaft" * 2)
    phone, found = phone_of(color_scheme=dress), {}
    for place, title in (("", "Welcome back, Ana"), ("/form/review", "Your answers"), ("/documents", "Your documents"),
                         ("/done", "All done, thank you")):
        _look(phone, f"{link.url}{place}", title, found, dress)
    update(firm, matter.id, status="closed")
    _look(phone, link.url, "Nothing is being collected here now", found, dress)
    link.change(expires_at=now() - timedelta(seconds=1))
    _look(phone, link.url, "This link has expired", found, dress)
    revoke(firm, matter.id)
    _look(phone, link.url, "This link is no longer in use", found, dress)

    assert found == {title: [] for title in found}
