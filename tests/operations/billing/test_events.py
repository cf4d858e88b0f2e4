"""Events from Stripe: signed, applied once, in any order."""

import json
import time

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.operations.subscriptions.models import BillingEvent, Subscription
from tests.stand_ins.stripe_http import SECRET, signature


@pytest.fixture
def post(anonymous):
    """Post a body as Stripe does, and return status and error code: `post({...}, signature(...))`."""
    def send(event, sign=signature):
        body = event if isinstance(event, bytes) else json.dumps(event).encode()
        header = sign(body) if callable(sign) else sign
        answer = anonymous.post("/billing/webhooks", data=body, headers={"Stripe-Signature": header} if header else {})
        return answer.status_code, (answer.json.get("error") or {}).get("code")

    return send


def an_event(id="evt_1", customer="cus_unknown", type="invoice.paid", **about):
    return {"id": id, "object": "event", "type": type, "created": int(time.time()),
            "data": {"object": {"object": "invoice", "customer": customer, **about}}}


def changes(firm):
    return AuditEntry.of(firm).where(AuditEntry.action == "subscription.updated").count()


def outcome(id):
    return BillingEvent.get(BillingEvent.id == id).outcome


@pytest.mark.parametrize("sign", [
    None, "", "nonsense", "t=1", "t=x,v1=y", lambda body: signature(body, "whsec_wrong"),
    lambda body: signature(body, at=time.time() - 301), lambda body: signature(body).replace("v1=", "v0="),
    lambda body: signature(b"{}"), lambda body: f"t={int(time.time())},v1=\N{LATIN SMALL LETTER E WITH ACUTE}"],
    ids=["none", "empty", "nonsense", "time", "malformed", "secret", "old", "scheme", "body", "unicode"])
def test_unsigned_event_is_refused(post, stripe, sign):
    event = an_event("evt_unsigned")
    assert post(event, sign) == (400, "invalid_signature")
    assert not BillingEvent.was_received("evt_unsigned")


@pytest.mark.parametrize("body", [b"", b"\xff", b"[]", b"7", b"null", b"{}", b'{"id": 7, "type": [], "data": null}',
                                  b'{"object": "v2.core.event", "id": "evt_2", "type": "v2.core.x"}',
                                  b'{"id": "evt_\\u0000", "type": "invoice.paid", "data": {"object": {}}}'])
def test_signed_nonsense_is_refused(post, stripe, body):
    status, _ = post(body)
    assert status == 400


def test_both_secrets_count_while_one_is_replaced(post, stripe, app, monkeypatch):
    monkeypatch.setattr(app.extensions["stripe"], "_secrets", ["whsec_new", SECRET])
    for id, secret in (("evt_new", "whsec_new"), ("evt_old", SECRET), ("evt_both", ["whsec_other", SECRET])):
        assert post(an_event(id), lambda body, secret=secret: signature(body, secret)) == (200, None)
        assert BillingEvent.was_received(id)


def test_event_is_applied_once(firm, stripe, subscribed, at_once):
    stripe.renew(subscribed())
    before, event = changes(firm), stripe.events[-1]
    assert at_once(4, lambda _: stripe.post(event)) == [200] * 4

    assert (changes(firm), BillingEvent.of(firm).where(BillingEvent.id == event["id"]).count()) == (before, 1)
    calls = len(stripe.calls)
    assert stripe.post(event) == 200
    assert len(stripe.calls) == calls


def test_order_of_events_does_not_matter(firm, stripe, subscribed):
    customer = subscribed()
    stripe.holding = True
    stripe.renew(customer, pays=False)
    stripe.pay_open(customer)
    stripe.end(customer)
    for event in reversed(stripe.outbox):
        assert stripe.post(event) == 200
        assert Subscription.of_firm(firm).status == "cancelled"


def test_reading_that_began_earlier_does_not_overwrite_a_later_one(firm, stripe, subscribed):
    """The answer of the first reading is held back until a second one has been applied."""
    customer = subscribed()
    stripe.holding = True
    stripe.renew(customer, pays=False)
    late, current = stripe.outbox

    def between(moment, call):
        if moment == "after" and str(call) == "GET /v1/subscriptions":
            stripe.on_request = None
            stripe.pay_open(customer)
            assert stripe.post(current) == 200

    stripe.on_request = between
    assert stripe.post(late) == 200
    assert Subscription.of_firm(firm).status == "active"
    assert outcome(late["id"]) == "applied"


def test_events_about_others_change_nothing(post, firm, rival, stripe, subscribed):
    customer, calls = subscribed(), len(stripe.calls)
    before = changes(firm)
    for id, event, kept in (
            ("evt_unknown", an_event("evt_unknown"), "unknown_customer"),
            ("evt_none", an_event("evt_none", None), "unknown_customer"),
            ("evt_odd", an_event("evt_odd", {"id": "cus_x"}), "unknown_customer"),
            ("evt_other", an_event("evt_other", customer, metadata={"firm_id": rival.id}), "other_firm"),
            ("evt_session", an_event("evt_session", customer, "checkout.session.completed",
                                     client_reference_id=rival.id), "other_firm"),
            ("evt_type", an_event("evt_type", customer, "charge.succeeded"), "not_needed")):
        assert post(event) == (200, None)
        assert outcome(id) == kept
    assert (changes(firm), len(stripe.calls)) == (before, calls)


def test_event_waits_until_stripe_answers(stripe, firm, subscribed):
    customer = subscribed()
    stripe.holding = True
    stripe.renew(customer, pays=False)
    [event, _] = stripe.outbox
    stripe.fail(500, times=9, on="GET /v1/subscriptions")
    assert stripe.post(event) == 503
    assert not BillingEvent.was_received(event["id"])
    stripe.heal()
    assert stripe.post(event) == 200
    assert Subscription.of_firm(firm).status == "past_due"
