"""A closed firm pays nothing more: its subscription ends, and it is removed at Stripe once it is erased."""

from intake.core.clock import now
from intake.listeners import TASKS
from intake.operations.billing.jobs import remove_customers
from intake.operations.subscriptions.models import Subscription
from intake.records.closing.actions import end_due
from intake.records.closing.models import Closing
from intake.records.erasures.models import Erasure
from tests.builders import a_user
from tests.core.answers import data

PATH = "/firms/closing"


def test_a_subscription_ends_with_what_is_paid_when_its_firm_is_closed(api, firm, stripe, subscribed, worker):
    customer = subscribed()
    data(api.patch("/billing/subscription", {"plan": "standard", "interval": "monthly"}))
    data(api.post(PATH, {"name": firm.name}))
    worker.perform_tasks()
    assert (stripe.current(customer)["cancel_at_period_end"], stripe.current(customer)["schedule"]) == (True, None)
    shown = data(api.get("/billing/subscription"))
    assert (bool(shown["cancel_at"]), shown["next"], shown["status"]) == (True, None, "trialing")

    data(api.delete(PATH))
    assert data(api.get("/billing/subscription"))["cancel_at"] == shown["cancel_at"]


def test_a_closing_that_was_taken_back_at_once_ends_no_subscription(api, firm, stripe, subscribed, worker):
    customer = subscribed()
    data(api.post(PATH, {"name": firm.name}))
    data(api.delete(PATH))
    worker.perform_tasks()
    assert stripe.current(customer)["cancel_at_period_end"] is False


def test_a_page_that_is_paid_after_the_firm_was_closed_is_paid_once(api, firm, stripe, worker):
    url = data(api.post("/billing/checkout", {"plan": "pro", "interval": "yearly"}))["url"]
    data(api.post(PATH, {"name": firm.name}))
    worker.perform_tasks()
    stripe.pay(url.rpartition("/")[2])
    worker.perform_tasks()
    assert Subscription.of_firm(firm).cancel_at is not None


def test_who_paid_is_removed_once_the_firm_is_erased(api, firm, stripe, subscribed):
    customer = subscribed()
    data(api.post(PATH, {"name": firm.name}))
    Closing.current(firm).change(erase_at=now())
    remove_customers()
    assert customer in stripe.customers
    end_due(now())
    [erasure] = Erasure.of(firm)
    TASKS["erase"].function(firm.id, erasure.id)
    TASKS["sweep_erasure"].function(firm.id, erasure.id)

    stripe.fail(500, times=9)
    remove_customers()
    assert Subscription.of_firm(firm).customer == customer, "it is tried again in an hour"
    stripe.heal()
    stripe.holding = True  # its events arrive after the customer is gone
    remove_customers()
    assert (customer in stripe.customers, stripe.current(customer)["status"]) == (False, "canceled")
    assert Subscription.of_firm(firm) is None
    stripe.deliver()
    assert set(stripe.statuses) == {200}
    remove_customers()


def test_a_customer_who_is_gone_already_is_removed_here(api, firm, stripe, subscribed):
    customer = subscribed()
    Erasure.create(firm_id=firm.id, kind="firm", record_id=firm.id, status="done")
    del stripe.customers[customer]
    remove_customers()
    assert Subscription.of_firm(firm) is None


def test_the_page_says_what_becomes_of_the_subscription(firm, stripe, signed_in_as):
    desk = signed_in_as(a_user(firm, "admin"))
    assert "The subscription ends with the period that is paid." in desk.get("/settings/records/close").text
    firm.change(leaving_since=now())
    Closing.create(firm_id=firm.id, paused={}, erase_at=now())
    assert "unless you renew it under “Billing”." in desk.get("/settings/records/close").text
