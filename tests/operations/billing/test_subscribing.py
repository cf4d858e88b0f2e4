"""Checkout, the portal, and changing the plan."""

import threading

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.models import Firm
from intake.operations.subscriptions.models import Subscription
from tests.builders import a_user
from tests.core.answers import data, refusal, wrong_fields

CHOICE = {"plan": "pro", "interval": "monthly"}


@pytest.fixture
def show(api):
    """Return the firm's subscription: `show()["status"]`."""
    return lambda: data(api.get("/billing/subscription"))


def test_firm_subscribes(api, firm, stripe, show):
    firm.change(plan="standard")
    assert (show()["status"], show()["plan"], show()["interval"]) == ("none", "standard", None)
    assert refusal(api.post("/billing/portal")) == (409, "not_subscribed")

    url = data(api.post("/billing/checkout", CHOICE))["url"]
    session = stripe.sessions[url.rpartition("/")[2]]
    assert stripe.customers[session["customer"]]["email"] == firm.email
    assert show()["status"] == "none"
    stripe.pay(session["id"])

    shown = show()
    assert (shown["status"], shown["plan"], shown["interval"]) == ("trialing", "pro", "monthly")
    assert shown["trial_ends_at"] == shown["current_period"]["end"]
    assert shown["limits"]["users"] == 25
    assert data(api.get("/firms/usage"))["billing_period"] == shown["current_period"]
    assert refusal(api.post("/billing/checkout", CHOICE)) == (409, "already_subscribed")
    assert session["customer"] in data(api.post("/billing/portal"))["url"]
    acts = {entry.action: entry.actor_type for entry in AuditEntry.of(firm)}
    assert acts["subscription.checkout_opened"] == acts["subscription.portal_opened"] == "api_key"
    assert acts["subscription.updated"] == acts["firm.plan_changed"] == "system"
    assert set(stripe.statuses) == {200}


def test_repeated_and_concurrent_clicks_make_one_customer_and_one_page(firm, stripe, api_of, at_once):
    clients = [api_of(firm) for _ in range(4)]
    urls = at_once(4, lambda i: data(clients[i].post("/billing/checkout", CHOICE))["url"])

    assert len(set(urls)) == 1
    assert data(clients[0].post("/billing/checkout", CHOICE))["url"] == urls[0]
    assert [row["metadata"] for row in stripe.customers.values()].count({"firm_id": firm.id}) == 1
    other = data(clients[0].post("/billing/checkout", CHOICE | {"plan": "standard"}))["url"]
    assert [row["status"] for row in stripe.sessions.values() if row["client_reference_id"] == firm.id] == [
        "expired", "open"]
    assert other != urls[0]


def test_paid_page_whose_event_is_on_the_way_is_not_paid_twice(api, firm, stripe):
    stripe.holding = True
    url = data(api.post("/billing/checkout", CHOICE))["url"]
    stripe.pay(url.rpartition("/")[2])
    assert refusal(api.post("/billing/checkout", CHOICE)) == (409, "already_subscribed")
    assert Subscription.of_firm(firm).status == "trialing"


def test_plans_chosen_at_once_leave_one_page_that_can_be_paid(firm, stripe, api_of, at_once):
    clients, both = [api_of(firm) for _ in range(2)], threading.Barrier(2)

    def together(moment, call):
        if moment == "before" and str(call) == "POST /v1/checkout/sessions":
            both.wait(20)

    stripe.on_request = together
    urls = at_once(2, lambda i: data(clients[i].post("/billing/checkout", CHOICE | {"plan": ("pro", "standard")[i]})))
    pages = [row for row in stripe.sessions.values() if row["client_reference_id"] == firm.id]
    assert sorted(row["status"] for row in pages) == ["expired", "open"]
    [payable] = [row["url"] for row in pages if row["status"] == "open"]
    assert {"url": payable} in urls


def test_page_that_another_choice_has_closed_is_not_shown(api, firm, stripe):
    def close(moment, call):
        if moment == "after" and str(call) == "POST /v1/checkout/sessions":
            stripe.on_request = None
            for row in stripe.sessions.values():
                row["status"] = "expired"

    stripe.on_request = close
    assert refusal(api.post("/billing/checkout", CHOICE)) == (502, "billing_failed")
    url = data(api.post("/billing/checkout", CHOICE))["url"]
    pages = [row for row in stripe.sessions.values() if row["client_reference_id"] == firm.id]
    assert [row["url"] for row in pages if row["status"] == "open"] == [url]


def test_page_that_is_paid_while_another_plan_is_chosen_is_the_only_one(api, firm, stripe):
    stripe.holding = True
    url = data(api.post("/billing/checkout", CHOICE))["url"]

    def pay(moment, call):
        if moment == "after" and str(call) == "GET /v1/subscriptions":
            stripe.on_request = None
            stripe.pay(url.rpartition("/")[2])

    stripe.on_request = pay
    assert refusal(api.post("/billing/checkout", CHOICE | {"plan": "standard"})) == (502, "billing_failed")
    assert [row["status"] for row in stripe.sessions.values() if row["client_reference_id"] == firm.id] == ["complete"]
    assert refusal(api.post("/billing/checkout", CHOICE)) == (409, "already_subscribed")


def test_greater_plan_holds_at_once_and_lesser_one_later(api, firm, stripe, subscribed, show):
    customer = subscribed()
    stripe.renew(customer)
    before = show()["current_period"]
    for _ in range(6):
        a_user(firm)

    greater = {"plan": "enterprise", "interval": "monthly"}
    assert data(api.patch("/billing/subscription", greater))["plan"] == "enterprise"
    assert Firm.fetch(firm.id).plan == "enterprise"
    lesser = {"plan": "standard", "interval": "monthly"}
    planned = data(api.patch("/billing/subscription", lesser))
    assert (planned["plan"], planned["current_period"]) == ("enterprise", before)
    assert planned["next"] == lesser | {"starts_at": before["end"], "exceeds": [
        {"limit": "users", "used": 6.0, "allowed": 5.0}]}
    assert data(api.patch("/billing/subscription", lesser))["next"] == planned["next"]
    assert len(stripe.schedules) == len({row["subscription"] for row in stripe.schedules.values()})

    kept = data(api.patch("/billing/subscription", greater))
    assert kept["next"] is None
    data(api.patch("/billing/subscription", lesser))
    stripe.renew(customer)
    assert (show()["plan"], show()["next"], Firm.fetch(firm.id).plan) == ("standard", None, "standard")


def test_declined_upgrade_changes_nothing(api, stripe, subscribed, show):
    stripe.renew(subscribed())
    stripe.declines = True
    refused = api.patch("/billing/subscription", {"plan": "enterprise", "interval": "yearly"})

    assert refusal(refused) == (402, "payment_failed")
    assert refused.json["error"]["details"] == {"reason": "card_declined"}
    assert show()["plan"] == "pro"


def test_only_a_subscription_without_open_payments_is_changed(api, stripe, subscribed):
    change = {"plan": "enterprise", "interval": "monthly"}
    assert refusal(api.patch("/billing/subscription", change)) == (409, "not_subscribed")
    stripe.renew(subscribed(), pays=False)
    assert refusal(api.patch("/billing/subscription", change)) == (422, "payment_past_due")


@pytest.mark.parametrize(("kind", "expected"), [
    (500, (503, "billing_unavailable")), (429, (503, "billing_unavailable")), ("cut", (503, "billing_unavailable")),
    ("malformed", (503, "billing_unavailable")), (401, (502, "billing_failed")), (400, (502, "billing_failed"))])
def test_failures_of_stripe_are_answered(kind, expected, api, stripe):
    stripe.fail(kind, times=9)
    assert refusal(api.post("/billing/checkout", CHOICE)) == expected
    stripe.heal()
    assert api.post("/billing/checkout", CHOICE).status_code == 200


def test_call_that_was_lost_on_the_way_back_is_not_repeated(api, firm, stripe):
    stripe.fail("lost", on="POST /v1/customers")
    assert api.post("/billing/checkout", CHOICE).status_code == 200
    assert [row["metadata"] for row in stripe.customers.values()].count({"firm_id": firm.id}) == 1


def test_who_chose_a_plan_is_recorded_even_if_the_answer_of_stripe_is_lost(api, firm, stripe, subscribed, show):
    """A process that is killed while it waits for the answer leaves the same."""
    subscribed()
    greater = {"plan": "enterprise", "interval": "monthly"}
    stripe.fail("lost", times=2, on="POST /v1/subscriptions/")
    assert refusal(api.patch("/billing/subscription", greater)) == (503, "billing_unavailable")
    assert show()["plan"] == "enterprise"
    [chosen] = AuditEntry.of(firm).where(AuditEntry.action == "subscription.plan_chosen")
    assert (chosen.actor_type, chosen.details) == ("api_key", greater)


def test_what_is_not_sold_is_refused(api, app, stripe, monkeypatch):
    monkeypatch.setitem(app.extensions["settings"].values, "STRIPE_PRICE_PRO_MONTHLY", None)
    assert wrong_fields(api.post("/billing/checkout", CHOICE)) == {"plan"}
    assert wrong_fields(api.post("/billing/checkout", {"plan": "gold", "interval": "daily"})) == {"plan", "interval"}


def test_older_price_is_recognized(app, subscribed, show, monkeypatch):
    subscribed()
    monkeypatch.setitem(app.extensions["settings"].values, "STRIPE_PRICE_PRO_MONTHLY", "price_new, price_pro_monthly")
    assert (show()["plan"], show()["interval"]) == ("pro", "monthly")
