"""The pages for developers and about security in a browser."""

from datetime import timedelta

import pytest

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

from .desk import DESKTOP


def _fares(firm, count=60):
    """Make an endpoint with deliveries of the last day that ended differently, and return it with one of them."""
    webhook = Webhook.create(firm_id=firm.id, url="https://accounts.example.com/hooks/intake", events=["*"],
                             secret="sealed", failing_since=now(), last_triggered_at=now())
    event = Event.create(firm_id=firm.id, type="matter.created", data={"title": "Silva divorce"}, relayed_at=now())
    for number in range(count):
        event = Event.create(firm_id=firm.id, type="matter.created", data={"title": "Silva divorce"}, relayed_at=now())
        status = ("failed", "delivered", "delivered", "cancelled")[number % 4]
        delivery = Delivery.create(firm_id=firm.id, webhook_id=webhook.id, event_id=event.id, due_at=now(), attempts=1,
                                   status=status, created_at=now() - timedelta(hours=number * number % 23))
    insert_rows(DeliveryAttempt, [{
        "id": new_id("att"), "firm_id": firm.id, "delivery_id": delivery.id, "attempted_at": now(), "duration_ms": 1234,
        "response_status": 500, "response_body": "<html>Internal Server Error</html>", "created_at": now()}])
    return webhook, delivery


@pytest.mark.parametrize(("language", "scheme", "options"), [
    ("en", "light", DESKTOP), ("es", "dark", {}),
], ids=["desk", "phone-es-dark"])
def test_pages_are_accessible(desk_of, firm, language, scheme, options):
    create_key(firm, "Website form with a very long name that says what it is for", list(SCOPES))
    create_key(firm, "מפתח", ["matters:read"])
    application = register(firm, "Calendar", ["https://calendar.example/back"], ["matters:read"])
    webhook, delivery = _fares(firm)
    sessions.begin(a_user(firm), "Mozilla/5.0 (X11; Linux) Firefox/140.0", "203.0.113.7")
    record_read("session.failed", a_user(firm), reason="password")
    reads.flush()
    desk, found = desk_of(language, role="admin", color_scheme=scheme, **options), {}
    for name, path in (("keys", "developers"), ("applications", "developers/applications"),
                       ("application", f"developers/applications/{application.id}"),
                       ("webhooks", "developers/webhooks"), ("webhook", f"developers/webhooks/{webhook.id}"),
                       ("delivery", f"developers/webhooks/{webhook.id}/deliveries/{delivery.id}"),
                       ("security", "security"), ("audit-log", "security/audit-log")):
        page = desk.open(f"/settings/{path}")
        for panel in page.locator("summary.button").all()[:2]:
            panel.click()
        desk.keep(f"developers-{name}-{language}-{scheme}")
        found[name] = desk.barriers() + ([] if options else desk.too_small())

    assert found == {name: [] for name in found}
