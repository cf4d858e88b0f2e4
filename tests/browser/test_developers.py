"""The pages for developers and about security in a browser."""

from datetime import timedelta

from playwright.sync_api import expect

from intake.accounts.access.actions import create_key
from intake.accounts.audit.recording import reads, record_read
from intake.accounts.oauth.actions import register
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.sessions import actions as sessions
from intake.core.clock import now
from intake.core.db import insert_rows
from intake.core.ids import new_id
from intake.engine.events.models import Event
from intake.integrations.webhooks.models import Delivery, DeliveryAttempt, Webhook
from tests.builders import a_user
from tests.conftest import Api
from tests.stand_ins.receiver import Answer

from .desk import DESKTOP


def _endpoint_with_outcomes(firm):
    """Make an endpoint with deliveries of the last day that had different outcomes; return it with one of them."""
    webhook = Webhook.create(firm_id=firm.id, url="https://accounts.example.com/hooks/intake", events=["*"],
                             secret="sealed", failing_since=now(), last_triggered_at=now())
    event = Event.create(firm_id=firm.id, type="matter.created", data={"title": "Silva divorce"}, relayed_at=now())
    for number in range(60):
        event = Event.create(firm_id=firm.id, type="matter.created", data={"title": "Silva divorce"}, relayed_at=now())
        status = ("failed", "delivered", "delivered", "cancelled")[number % 4]
        delivery = Delivery.create(firm_id=firm.id, webhook_id=webhook.id, event_id=event.id, due_at=now(), attempts=1,
                                   status=status, created_at=now() - timedelta(hours=number * number % 23))
    insert_rows(DeliveryAttempt, [{
        "id": new_id("att"), "firm_id": firm.id, "delivery_id": delivery.id, "attempted_at": now(), "duration_ms": 1234,
        "response_status": 500, "response_body": "<html>Internal Server Error</html>", "created_at": now()}])
    return webhook, delivery


def test_pages_are_accessible(desk_of, firm):
    create_key(firm, "Website form with a very long name that says what it is for", list(SCOPES))
    create_key(firm, "מפתח", ["matters:read"])
    application = register(firm, "Calendar", ["https://calendar.example/back"], ["matters:read"])
    webhook, delivery = _endpoint_with_outcomes(firm)
    sessions.begin(a_user(firm), "Mozilla/5.0 (X11; Linux) Firefox/140.0", "203.0.113.7")
    record_read("session.failed", a_user(firm), reason="password")
    reads.flush()
    desk, found = desk_of("es", role="admin"), {}
    for name, path in (("keys", "developers"), ("applications", "developers/applications"),
                       ("application", f"developers/applications/{application.id}"),
                       ("webhooks", "developers/webhooks"), ("webhook", f"developers/webhooks/{webhook.id}"),
                       ("delivery", f"developers/webhooks/{webhook.id}/deliveries/{delivery.id}"),
                       ("deliveries", "developers/deliveries"),
                       ("security", "security"), ("audit-log", "security/audit-log")):
        page = desk.open(f"/settings/{path}")
        for panel in page.locator("summary.button").all()[:2]:
            panel.click()
        found[name] = desk.problems(f"developers-{name}")

    assert found == {name: [] for name in found}


def test_admin_makes_a_key_and_mends_a_failing_webhook(desk_of, firm, worker, receiver, app):
    receiver.answers("/hook", Answer(500, b"out of order"))
    desk = desk_of(role="admin", **DESKTOP)
    page = desk.open("/settings")
    page.get_by_role("link", name="Developers").first.click()
    page.get_by_text("Make a key", exact=True).click()
    page.get_by_label("Name").fill("Website form")
    page.get_by_label("Open, change and archive matters").check()
    page.get_by_role("button", name="Make the key").click()
    client = Api(app, page.get_by_label("Website form").first.input_value())

    page.get_by_role("link", name="Webhooks").click()
    page.get_by_text("Add an endpoint", exact=True).click()
    page.get_by_label("Address", exact=True).fill(receiver.url("/hook"))
    page.get_by_role("button", name="Add", exact=True).click()
    assert page.get_by_label("The secret that signs").input_value().startswith("whsec_")

    assert client.post("/matters", {"title": "Silva divorce", "practice_area": "family_law"}).status_code == 201
    worker.deliver()
    page.get_by_role("link", name="Webhooks").first.click()
    page.get_by_role("link", name=receiver.url("/hook")).click()
    expect(page.locator(".pill").first).to_have_text("Failing")
    expect(page.locator("rect.retrying")).to_have_count(1)
    desk.keep("webhook-failing")
    page.get_by_role("link", name="A matter is opened").click()
    expect(page.locator("pre").first).to_have_text("out of order")

    receiver.answers("/hook", Answer(200))
    page.get_by_role("button", name="Send again").click()
    expect(page.get_by_role("status")).to_contain_text("sent again now")
    Delivery.update(status="failed").where(Delivery.firm_id == firm.id).execute()
    page.goto("/settings/developers/deliveries?status=failed")
    page.get_by_text("Send all failed again …").click()
    page.get_by_role("button", name="Send all failed again").click()
    expect(page.get_by_role("status")).to_contain_text("being sent again")
    worker.deliver()
    page.goto("/settings/developers/deliveries?status=delivered")
    page.get_by_role("link", name=receiver.url("/hook")).click()
    expect(page.locator("rect.delivered")).to_have_count(1)
    expect(page.locator(".pill").first).to_have_text("Active")

    page.get_by_role("link", name="Developers").first.click()
    page.locator("summary", has_text="Revoke …").click()
    page.get_by_role("button", name="Revoke the key").click()
    expect(page.get_by_role("status")).to_contain_text("refused from now on")
    assert client.get("/matters").status_code == 401
