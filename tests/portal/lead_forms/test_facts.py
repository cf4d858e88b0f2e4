"""The second part of the lead form, and the mails to the person."""

from datetime import UTC, datetime, time, timedelta

import pytest

from intake.accounts.firms.models import Firm
from intake.core import clock
from intake.core.clock import now
from intake.engagement.leads.jobs import send_lead_message
from intake.engagement.leads.models import Lead, LeadMessage
from intake.portal.lead_forms.facts_links import FactsLink
from tests.builders import a_lead
from tests.core.answers import data, refusal


@pytest.fixture
def lead(firm, open_form):
    """A cleared lead of a firm with a form."""
    open_form()
    lead = a_lead(firm, email=f"{firm.id[-8:].lower()}@example.com", language="es", message=None)
    lead.change(status="cleared")
    return lead


@pytest.fixture
def at():
    """Move the clock of the application: `at(moment)`."""
    yield lambda moment: clock.set_ahead(moment - clock.machine_now())
    clock.set_ahead(timedelta())


def test_cleared_lead_tells_what_happened(firm, lead, api, visitor, mailbox):
    answer = data(api.post(f"/leads/{lead.id}/facts-link", {}), 201)
    assert answer["sent"]
    assert Lead.fetch(firm, lead.id).answered_at is not None
    send_lead_message(LeadMessage.of(firm).get().id)
    [mail] = mailbox.mails(lead.email)
    text = mail.get_body(("plain",)).get_content()
    assert (answer["url"] in text.replace("=\n", ""), "le pide que continúe" in mail["Subject"]) == (True, True)

    path = "/start/" + answer["url"].partition("/start/")[2]
    page = visitor.get(f"{path}?lang=es")
    assert (page.status_code, "¿Qué pasó?" in page.text, page.headers.get("Set-Cookie")) == (200, True, None)
    assert page.headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")
    assert visitor.submit(f"{path}?lang=es").status_code == 422
    for _ in range(2):  # sent twice by mistake
        sent = visitor.submit(f"{path}?lang=es", facts="Él se fue.\r\nCon el auto.", deadline="1 de mayo\0")
        assert (sent.status_code, visitor.get(sent.location).status_code) == (303, 200)
    assert Lead.fetch(firm, lead.id).message == "Él se fue.\nCon el auto.\n\nFecha que vence: 1 de mayo"
    visitor.submit(path, facts="Con el auto.")  # a part of the earlier text counts as new
    assert Lead.fetch(firm, lead.id).message.endswith("1 de mayo\n\nCon el auto.")
    assert "Él se fue" not in visitor.get(path).text  # it can be added to, but not read
    assert visitor.submit(path, facts="x" * 5_001).status_code == 422
    assert visitor.submit(path, facts="More. " + "y" * 4_990).status_code == 303
    assert visitor.submit(path, facts="z" * 5_000).status_code == 422  # the message would become too long


def test_link_opens_nothing_else(firm, rival, lead, api, visitor, open_form):
    link = FactsLink.new(Firm.fetch(firm.id).slug, lead.id)
    path = f"/start/{link.slug}/more/"
    for appended in ("", ".", ")."):
        assert visitor.get(path + link.token + appended, follow_redirects=True).status_code == 200
    over = FactsLink(link.slug, lead.id, now().date() - timedelta(days=2))
    later = FactsLink(link.slug, lead.id, link.last_day + timedelta(days=9)).token
    unknown = FactsLink(link.slug, f"lead_{'0' * 26}", link.last_day)
    foreign = FactsLink(link.slug, a_lead(rival).id, link.last_day)
    for token in ("", "x", link.token[:-1], later[:30] + link.token[30:], over.token, unknown.token, foreign.token):
        assert visitor.get(path + token).status_code in (404, 410), token
    for status, quarantined in (("new", False), ("declined", False), ("cleared", True)):
        lead.change(status=status, quarantined=quarantined)
        answer = visitor.post(path + link.token, {"facts": "He <left>.\r\nAlone.", "deadline": "May 1"})
        kept = "\nHe &lt;left&gt;.\nAlone.\nMay 1</textarea>"  # can be copied
        assert (answer.status_code, kept in answer.text) == (410, True)
        assert refusal(api.post(f"/leads/{lead.id}/facts-link", {})) == (422, "lead_not_cleared")
    assert Lead.fetch(firm, lead.id).message is None


@pytest.mark.parametrize(("hour", "status"), [(27, 200), (37, 410)])
def test_link_works_until_its_day_is_over_everywhere(firm, lead, visitor, at, hour, status):
    link = FactsLink.new(Firm.fetch(firm.id).slug, lead.id)
    at(datetime.combine(link.last_day, time(), UTC) + timedelta(hours=hour))
    assert visitor.get(f"/start/{link.slug}/more/{link.token}").status_code == status


def test_link_without_a_safe_address_is_only_shown(lead, api, firm):
    lead.change(contact_preferences={"email": False})
    assert api.post(f"/leads/{lead.id}/facts-link", {}).status_code == 422
    shown = data(api.post(f"/leads/{lead.id}/facts-link", {"send": False}), 201)
    assert (shown["sent"], LeadMessage.of(firm).count()) == (False, 0)


def test_arrival_is_confirmed_once_a_day_where_it_is_safe(visitor, open_form, filled, firm, mailbox):
    path, address = open_form(), f"once.{firm.id[-8:].lower()}@example.com"
    spam = "Buy now"
    cases = ({"email": address}, {"email": address.upper()}, {"email": f"x{address}", "no_name": "yes"},
             {"email": f"y{address}", "no_email": "yes", "phone": "518-555-0142"},
             {"email": f"z{address}", "website": "trap"})
    for changes in cases:
        visitor = type(visitor)(visitor.app)
        assert visitor.post(f"{path}?lang=es", filled(first_name=spam, **changes)).status_code == 303
    [message] = LeadMessage.of(firm)
    assert (message.to, message.automatic) == (address, True)
    send_lead_message(message.id)
    [mail] = mailbox.mails(address)
    assert spam not in mail.as_string()
    assert "recibió su mensaje" in mail["Subject"]
    assert mail["Auto-Submitted"] == "auto-generated"
    assert Lead.of(firm).where(Lead.answered_at.is_null(False)).count() == 0
