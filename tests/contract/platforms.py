"""What a world needs to speak with the practice-management platforms: stand-ins for both, a connection, a worker."""

import hashlib
import hmac
import json
import time
from contextlib import contextmanager, nullcontext
from functools import cache
from threading import Event, Thread
from urllib.parse import urlsplit

from config.settings import Settings
from intake.core.db import db
from intake.integrations.connections.models import Integration
from intake.integrations.platforms.registry import configured_platforms
from intake.integrations.sync.jobs import sync
from intake.integrations.sync.models import SyncLog
from tests.stand_ins.clio import Clio
from tests.stand_ins.lawmatics import Lawmatics

AREA = "/integrations/"
_OPEN = ("connect", "callback")


@cache
def stand_ins():
    """Both platforms, until the tests end."""
    return {"clio": Clio().__enter__(), "lawmatics": Lawmatics().__enter__()}


@contextmanager
def registered_at_both(app):
    """Meanwhile the application is registered at both platforms."""
    given = {name: value for each in stand_ins().values() for name, value in each.settings().items()}
    plain = {name: str(value) for name, value in app.extensions["settings"].values.items()
             if isinstance(value, str | int)}
    before, app.extensions["platforms"] = (
        app.extensions["platforms"], configured_platforms(Settings.load(plain | given), "Intake/test"))
    try:
        yield
    finally:
        for platform in app.extensions["platforms"].values():
            platform.http.close()
        app.extensions["platforms"] = before


@contextmanager
def within_reach(world, call):
    """The application is registered at both platforms and the firm connected, as the call wants it."""
    segment, _, what = call.partition(AREA)[2].partition("/")
    with registered_at_both(world.app), world.app.app_context():
        if what not in _OPEN and not Integration.of(world.firm).where(
                Integration.platform == segment, Integration.is_active).exists():
            connect(world, segment)
        with _at_work(world) if call.startswith("POST") and what == "sync" else nullcontext():
            yield


def connect(world, segment):
    """Somebody consented for the firm and comes back; gives the answer, which refuses if the firm is suspended."""
    consent = world.call("GET", f"/api/v1/integrations/{segment}/connect")
    if consent.status_code != 302:
        return consent
    back = urlsplit(stand_ins()[segment].consent_to(consent.location))
    return world.call("GET", f"{back.path}?{back.query}", key=None)


@contextmanager
def _at_work(world):
    """Meanwhile a worker makes the firm's runs."""
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
    """Clio begins a subscription."""
    return _told(world, "clio", {"X-Hook-Secret": "the-secret"}, b"{}")


def _stage_changed(world):
    """Lawmatics tells of a matter that nobody here knows."""
    secret, moment = "whsec_of_the_world", str(int(time.time()))
    world.call("PATCH", "/api/v1/integrations/lawmatics/status", json={"webhook_secret": secret})
    body = json.dumps({"event": "matter.stage_changed", "data": {"id": 1, "name": "Silva", "stage": "Hired",
                       "previous_stage": "New"}, "timestamp": "2026-11-20T14:00:00Z"}).encode()
    signature = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return _told(world, "lawmatics", {"X-Lawmatics-Signature": f"sha256={signature}",
                                      "X-Lawmatics-Timestamp": moment}, body)


def _told(world, segment, headers, body):
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
"""What a program sends; the answers have no `data`, so the rows of `tables/bodies.py` do not fit."""

SENT = {
    "GET /integrations/clio/callback": lambda world: connect(world, "clio"),
    "GET /integrations/lawmatics/callback": lambda world: connect(world, "lawmatics"),
    "POST /integrations/clio/webhooks": _handshake,
    "POST /integrations/lawmatics/webhooks": _stage_changed,
}
"""What somebody other than a program of the firm calls."""
