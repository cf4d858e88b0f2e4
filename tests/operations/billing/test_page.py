"""`/settings/billing`, and the other pages of a firm that does not pay."""

from datetime import timedelta

import pytest

from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.local_time import today_in
from intake.operations.subscriptions.models import Subscription
from intake.web.formatting import format_date
from tests.builders import a_matter, a_user


@pytest.fixture
def desk(firm, signed_in_as):
    """A browser in which an admin is signed in."""
    return signed_in_as(a_user(firm, "admin"))


def test_admin_chooses_a_plan_and_changes_it(desk, firm, stripe, statements):
    page = desk.get("/settings/billing").text
    assert "No subscription" in page
    assert "$149.00 a month" in page
    assert 'action="/settings/billing/portal"' not in page

    left = desk.submit("/settings/billing", "/settings/billing/plan", choice="pro monthly")
    url = left.headers["Refresh"].partition("url=")[2]
    assert url.startswith(stripe.url)
    assert "Continue to Stripe" in left.text
    stripe.holding = True  # the person returns before the event arrives
    stripe.pay(url.rpartition("/")[2])
    back = desk.get("/settings/billing/back?done=paid")
    assert back.location == "/settings/billing?done=paid"
    assert "The trial lasts until" in desk.get(back.location).text

    asked = desk.submit("/settings/billing", "/settings/billing/plan", choice="standard monthly")
    assert asked.location == "/settings/billing/change?plan=standard&interval=monthly"
    for _ in range(6):
        a_user(firm)
    with statements() as seen:
        page = desk.get(asked.location).text
    assert ["7 people, 5 allowed" in page, "$49.00 a month" in page, "The trial lasts until" in page] == [True] * 3
    assert len(seen) <= 3 + 2
    greater = desk.get("/settings/billing/change?plan=enterprise&interval=monthly").text
    assert ["The first payment is taken when the trial ends" in greater, "charged to your card" in greater] == [
        True, False]
    done = desk.submit(asked.location, "/settings/billing/change", plan="standard", interval="monthly")
    assert done.location == "/settings/billing?done=planned"
    page = desk.get(done.location).text
    assert "it changes to Standard, paid by the month" in page
    assert "7 people, 5 allowed" in page
    done = desk.submit(asked.location, "/settings/billing/change", plan="pro", interval="yearly")
    assert (done.location, Subscription.of_firm(firm).interval) == ("/settings/billing?done=changed", "yearly")
    left = desk.submit("/settings/billing", "/settings/billing/portal")
    assert Subscription.of_firm(firm).customer in left.headers["Refresh"]

    firm.change(plan="standard")  # whose seats are all taken
    assert '<a class="go" href="/settings/billing">Change the plan</a>' in desk.get("/settings/people").text


def test_failure_of_stripe_is_said_and_the_page_still_opens(desk, stripe, app, monkeypatch):
    monkeypatch.setattr(app.extensions["stripe"], "_prices_until", 0)
    monkeypatch.setattr(app.extensions["stripe"], "_prices", {})
    stripe.fail(500, times=99)
    page = desk.get("/settings/billing")
    assert (page.status_code, "By the month" in page.text) == (200, True)
    failed = desk.submit("/settings/billing", "/settings/billing/plan", choice="pro monthly")
    assert failed.location == "/settings/billing?failed=billing_unavailable"
    assert "Stripe cannot be reached" in desk.get(failed.location).text


def test_others_find_nothing(desk, firm, stripe, signed_in_as, app, monkeypatch):
    assert signed_in_as(a_user(firm, "attorney")).get("/settings/billing").status_code == 404
    assert desk.submit("/settings/billing", "/settings/billing/plan", choice="gold daily").status_code == 404
    assert desk.submit("/settings/billing", "/settings/billing/plan", choice="\0").status_code == 404
    assert "/settings/billing" in desk.get("/settings").text
    monkeypatch.setattr(app.extensions["stripe"], "is_configured", False)
    for address in ("/settings/billing", "/settings/developers/outbox"):  # these exist only in some installations
        answer = desk.get(address, headers={"Accept": "text/html"})
        shown = "<h1>There is nothing here</h1>" in answer.text, 'href="/review"' in answer.text
        assert (answer.status_code, *shown) == (404, True, True), "with the navigation of the console"
    assert "/settings/billing" not in desk.get("/settings").text
    assert "/settings/billing" not in desk.get("/find?q=billing").text


@pytest.mark.parametrize(("days", "closed", "sentence", "opens"), [
    (3, None, "The last payment failed. From", True), (-1, None, "A payment is open. You can read", True),
    (-1, 80, "The subscription has ended. Until {last_day} you can", True), (-91, -1, "Your records are kept", False)],
    ids=["warned", "past due", "cancelled", "closed"])
def test_pages_of_a_firm_that_does_not_pay(days, closed, sentence, opens, desk, firm, stripe, signed_in_as):
    matter = a_matter(firm)
    last_day = format_date(today_in(firm.timezone) + timedelta(days=(closed or 0) - 1), "en")
    sentence = sentence.format(last_day=last_day)
    firm.change(read_only_from=now() + timedelta(days=days), closed_from=closed and now() + timedelta(days=closed))

    shown = desk.get(f"/matters/{matter.id}")
    assert (shown.status_code, sentence in shown.text) == (200 if opens else 402, True)
    assert "To billing" in shown.text
    assert "Please tell an admin" in signed_in_as(a_user(firm, "staff")).get("/find").text
    csrf = desk.form("/settings/billing", "/settings/billing/plan").fields["csrf"]
    changed = desk.post(f"/matters/{matter.id}/edit", {"csrf": csrf, "title": "Another", "practice_area": "criminal"})
    assert (changed.status_code == 402) == (days < 0)
    billing = desk.get("/settings/billing")
    assert (billing.status_code, sentence in billing.text) == (200, True)
    assert Firm.fetch(firm.id).name == firm.name
