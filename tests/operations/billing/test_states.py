"""The permitted actions of a firm in each state of its subscription (docs/billing.md)."""

from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
import requests

from intake.accounts.firms.models import Firm
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.cases.uploads.actions import review
from intake.cases.uploads.storage_used import StorageUsed
from intake.core.clock import now
from intake.core.local_time import to_local
from intake.messaging.notifications.models import Notification
from intake.operations.billing.jobs import purge_old_billing_events, warn_of_usage
from intake.operations.subscriptions.models import BillingEvent, Subscription
from intake.web.formatting import format_date
from tests.builders import PDF, a_client, a_document, a_matter, a_user, an_intake_link, an_upload
from tests.core.answers import data, refusal
from tests.stand_ins.stripe_http import signature

MATTER = {"title": "Silva divorce", "practice_area": "family_law"}
FILE = {"filename": "deed.pdf", "content_type": "application/pdf", "file_size_bytes": len(PDF)}


def later(firm, **passed):
    """Let this much time pass for the firm's debt."""
    for name in ("read_only_from", "closed_from"):
        if moment := getattr(Firm.fetch(firm.id), name):
            firm.change(**{name: moment - timedelta(**passed)})


def test_failed_payment_leaves_fourteen_days_and_then_the_firm_reads(api, firm, stripe, subscribed, mailbox, worker):
    email = f"admin.{firm.id.lower()}@example.com"
    a_user(firm, "admin", email=email)
    customer = subscribed()
    stripe.renew(customer, pays=False)
    stripe.deliver(stripe.events[-1])

    shown = data(api.get("/billing/subscription"))
    assert shown["status"] == "past_due"
    since = Subscription.of_firm(firm).past_due_since
    assert Firm.fetch(firm.id).read_only_from - since == timedelta(days=14)
    assert [row.type for row in Notification.of(firm)] == ["payment_failed"]
    worker.perform_tasks()
    [mail] = mailbox.mails(email)
    assert mail["Subject"] == "A payment for Intake failed"
    matter = data(api.post("/matters", MATTER), 201)

    later(firm, days=15)
    refused = api.patch(f"/matters/{matter['id']}", {"description": "x"})
    assert refusal(refused) == (402, "payment_required")
    assert refused.json["error"]["details"]["reason"] == "past_due"
    assert refusal(api.post("/matters", MATTER)) == (402, "payment_required")
    assert Matter.of(firm).count() == 1
    for readable in ("/matters", f"/matters/{matter['id']}", "/audit-log", "/firms/usage", "/billing/subscription"):
        assert api.get(readable).status_code == 200
    key = data(api.get("/firms/api-keys"))[0]["id"]
    assert api.post("/billing/portal").status_code == 200

    stripe.pay_open(customer)
    assert data(api.post("/matters", MATTER | {"title": "Another"}), 201)
    assert Firm.fetch(firm.id).read_only_from is None
    later(firm, days=15)
    assert api.delete(f"/firms/api-keys/{key}").status_code == 200


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])  # one has another date than UTC
def test_failed_payment_names_the_day_of_the_firms_own_calendar(firm, stripe, subscribed, zone):
    firm.change(timezone=zone)
    customer = subscribed()
    stripe.renew(customer, pays=False)
    stripe.deliver(stripe.events[-1])
    day = to_local(Firm.fetch(firm.id).read_only_from, zone).date()
    [notice] = Notification.of(firm)
    assert f"from {format_date(day, 'en')} on" in notice.message


def test_client_of_a_firm_that_does_not_pay_hands_in(firm, browser, stripe):
    matter = a_matter(firm, client_id=a_client(firm).id)
    document, link = a_document(firm, matter), an_intake_link(firm, matter)
    firm.change(read_only_from=now() - timedelta(days=200), closed_from=now() - timedelta(days=110))

    page = browser.get(f"/p/{link.token}/documents")
    assert page.status_code == 200
    token = page.text.partition('data-csrf="')[2].partition('"')[0]
    answer = browser.open("POST", f"/p/{link.token}/documents/{document.id}/uploads", json=FILE,
                          headers={"Accept": "application/json", "X-CSRF-Token": token})
    assert answer.status_code == 201, answer.text


def test_ended_subscription_is_exported_for_ninety_days(api, firm, stripe, subscribed, put, worker, signed_in_as):
    customer = subscribed()
    upload = an_upload(firm, put)
    review(firm, upload.id, "approved")
    worker.perform_tasks()
    archive = f"/matters/{DocumentRequest.fetch(firm, upload.document_id).matter_id}/documents/archive"
    desk = signed_in_as(a_user(firm, "admin"))
    stripe.cancel_later(customer)
    shown = data(api.get("/billing/subscription"))
    assert shown["cancel_at"] == shown["current_period"]["end"]
    stripe.renew(customer)
    ended = Firm.fetch(firm.id)
    assert (ended.is_read_only, ended.closed_from - ended.read_only_from) == (True, timedelta(days=90))
    assert refusal(api.post("/matters", MATTER)) == (402, "payment_required")
    assert api.get("/matters").status_code == api.get("/clients").status_code == 200
    with ZipFile(BytesIO(api.get(archive).data)) as files:
        assert any(name.endswith(".pdf") for name in files.namelist()), files.namelist()
    asked = [data(api.post(f"/reports/{type}", {"format": "csv"}), 202)["id"] for type in ("matters", "documents")]
    form = {"csrf": desk.form("/reports").fields["csrf"], "format": "csv"}
    assert desk.post("/reports?type=deadlines", form).location.endswith("done=asked#made")
    worker.perform_tasks()
    files = [requests.get(data(api.get(f"/reports/{id}"))["download"]["url"], timeout=30) for id in asked]
    assert [(file.status_code, upload.document_id in file.text) for file in files] == [(200, False), (200, True)]
    assert api.delete(f"/reports/{asked[0]}").status_code == 200

    later(firm, days=91)
    assert refusal(api.post("/reports/matters", {"format": "csv"})) == (402, "payment_required")
    assert desk.post("/reports?type=deadlines", form).status_code == 402
    refused = api.get("/matters")
    assert (refusal(refused), refused.json["error"]["details"]["reason"]) == ((402, "payment_required"), "cancelled")
    assert data(api.get("/billing/subscription"))["status"] == "cancelled"
    again = data(api.post("/billing/checkout", {"plan": "standard", "interval": "yearly"}))["url"]
    session = stripe.sessions[again.rpartition("/")[2]]
    assert "trial_period_days" not in session["subscription_data"]
    stripe.pay(session["id"])
    assert api.post("/matters", MATTER).status_code == 201
    assert data(api.get("/billing/subscription"))["status"] == "active"


def test_usage_is_warned_of_once(firm, stripe, worker, mailbox, app, settings):
    email = f"admin.{firm.id.lower()}@example.com"
    firm.change(plan="standard")
    a_user(firm, "admin", email=email)
    for _ in range(3):
        a_user(firm)
    StorageUsed.insert(firm_id=firm.id, bytes=int(25 * 1024**3 * 0.79)).execute()
    for _ in range(2):
        warn_of_usage()
    assert [row.message for row in Notification.of(firm)] == ["80% of the seats of the plan is used."]
    worker.perform_tasks()
    assert [mail["Subject"] for mail in mailbox.mails(email)] == ["You have used 80% of a limit of your plan"]

    StorageUsed.update(bytes=25 * 1024**3).where(StorageUsed.firm_id == firm.id).execute()
    warn_of_usage()
    notices = {row.occasion: row.translations["es"] for row in Notification.of(firm)}
    assert notices == {"users standard": "Se ha usado el 80 % de los puestos del plan.",
                       "storage_gb standard": "Se ha usado el 100 % del almacenamiento del plan."}


def test_plan_can_limit_matters(api, firm, app, monkeypatch, at_once, api_of):
    plans = app.extensions["plans"]
    monkeypatch.setitem(app.extensions, "plans", plans | {"enterprise": replace(plans["enterprise"], matters=3)})
    a_matter(firm)
    clients = [api_of(firm) for _ in range(4)]
    answers = at_once(4, lambda i: clients[i].post("/matters", MATTER | {"title": f"Matter {i}"}).status_code)
    assert sorted(answers) == [201, 201, 422, 422]
    assert refusal(api.post("/matters", MATTER)) == (422, "matter_limit_reached")


def test_old_events_are_purged(stripe, anonymous):
    for id in ("evt_past", "evt_present"):
        body = f'{{"id": "{id}", "type": "charge.succeeded", "data": {{"object": {{}}}}}}'.encode()
        anonymous.post("/billing/webhooks", data=body, headers={"Stripe-Signature": signature(body)})
    BillingEvent.update(created_at=now() - timedelta(days=91)).where(BillingEvent.id == "evt_past").execute()
    purge_old_billing_events()
    assert (BillingEvent.was_received("evt_past"), BillingEvent.was_received("evt_present")) == (False, True)


@pytest.mark.parametrize("status", ["incomplete", "incomplete_expired", "paused", "unpaid", "novel"])
def test_every_status_of_stripe_has_a_meaning(status, api, firm, stripe, subscribed):
    customer = subscribed()
    stripe.current(customer)["status"] = status
    stripe.emit("customer.subscription.updated", {"object": "subscription", "customer": customer})
    stripe.deliver()
    assert data(api.get("/billing/subscription"))["status"] == (
        "past_due" if status in ("paused", "unpaid") else "none")
