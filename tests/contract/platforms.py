"""The practice-management platforms of a world: stand-ins for both, a connection, a worker."""

import hashlib
import hmac
import json
import time
from contextlib import contextmanager, nullcontext
from functools import cache
from threading import Event, Thread
from urllib.parse import urlsplit

from intake.core.db import db
from intake.integrations.connections.models import Integration
from intake.integrations.sync.jobs import sync
from intake.integrations.sync.models import SyncLog
from tests.stand_ins.clio import Clio
from tests.stand_ins.lawmatics import Lawmatics
from tests.stand_ins.registration import registered_at

AREA = "/integrations/"
_OPEN = ("connect", "callback")


@cache
def stand_ins():
    """Both stand-ins, running until the tests end."""
    return {"clio": Clio().__enter__(), "lawmatics": Lawmatics().__enter__()}


def registered_at_both(app):
    """Register the application at both platforms until the block ends."""
    return registered_at(app, *stand_ins().values())


@contextmanager
def within_reach(world, call):
    """Register the application at both platforms and connect the firm, as far as the call needs it."""
    segment, _, what = call.partition(AREA)[2].partition("/")
    with registered_at_both(world.app), world.app.app_context():
        if what not in _OPEN and not Integration.of(world.firm).where(
                Integration.platform == segment, Integration.is_active).exists():
            connect(world, segment)
        with _working(world) if call.startswith("POST") and what == "sync" else nullcontext():
            yield


def connect(world, segment):
    """Connect the firm; return the response of the callback, or of the first request if it is refused."""
    consent = world.call("GET", f"/api/v1/integrations/{segment}/connect")
    if consent.status_code != 302:
        return consent
    back = urlsplit(stand_ins()[segment].follow_consent(consent.location))
    return world.call("GET", f"{back.path}?{back.query}", key=None)


@contextmanager
def _working(world):
    """Perform the firm's runs in a thread until the block ends."""
    stopping = Event()

    def work():
        with world.app.app_context():
            while not stopping.is_set():
                for run in list(SyncLog.of(world.firm).where(SyncLog.status == "pending")):
                    sync(run.id)
                time.sleep(0.02)
            db.close()

    thread = Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join(30)


def _handshake(world):
    """Send a handshake as Clio."""
    return _send(world, "clio", {"X-Hook-Secret": "the-secret"}, b"{}")


def _stage_changed(world):
    """Send an event about an unknown matter as Lawmatics."""
    secret, moment = "whsec_of_the_world", str(int(time.time()))
    world.call("PATCH", "/api/v1/integrations/lawmatics/status", json={"webhook_secret": secret})
    body = json.dumps({"event": "matter.stage_changed", "data": {"id": 1, "name": "Silva", "stage": "Hired",
                       "previous_stage": "New"}, "timestamp": "2026-11-20T14:00:00Z"}).encode()
    signature = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return _send(world, "lawmatics", {"X-Lawmatics-Signature": f"sha256={signature}",
                                      "X-Lawmatics-Timestamp": moment}, body)


def _send(world, segment, headers, body):
    with world.app.app_context():
        parts = urlsplit(Integration.for_platform(world.firm, segment).webhook_url)
    return world.call("POST", f"{parts.path}?{parts.query}", key=None, headers=headers, data=body)


def _matter(world):
    return {"matter_id": world.matter_with_client(), "action": "sync_matter"}


BODIES = {
    "PATCH /integrations/clio/status": lambda world: {"auto_sync_on_approval": False},
    "PATCH /integrations/lawmatics/status": lambda world: {"case_type_mappings": {"divorce_standard": "Matrimonial"}},
    "POST /integrations/clio/sync": _matter,
    "POST /integrations/lawmatics/sync": _matter,
}
"""The bodies of requests; the responses have no `data`, so the rows of `tables/bodies.py` do not apply."""

SENT = {
    "GET /integrations/clio/callback": lambda world: connect(world, "clio"),
    "GET /integrations/lawmatics/callback": lambda world: connect(world, "lawmatics"),
    "POST /integrations/clio/webhooks": _handshake,
    "POST /integrations/lawmatics/webhooks": _stage_changed,
}
"""Calls by senders other than the firm's programs."""
