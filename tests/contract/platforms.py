"""The practice-management platforms of a sample firm: stand-ins for both, a connection, a worker."""

import hashlib
import hmac
import json
import time
from contextlib import contextmanager, nullcontext
from functools import cache
from threading import Event, Thread
from urllib.parse import urlsplit

from intake.accounts.sessions import actions as sessions
from intake.core.db import db
from intake.integrations.connections.models import Integration
from intake.integrations.sync.jobs import sync
from intake.integrations.sync.models import SyncLog
from tests.browsing import Browser
from tests.builders import a_user
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
def within_reach(sample, call):
    """Register the application at both platforms and connect the firm, as far as the call needs it."""
    segment, _, what = call.partition(AREA)[2].partition("/")
    with registered_at_both(sample.app), sample.app.app_context():
        if what not in _OPEN and not Integration.of(sample.firm).where(
                Integration.platform == segment, Integration.is_active).exists():
            connect(sample, segment)
        with _working(sample) if call.startswith("POST") and what == "sync" else nullcontext():
            yield


def connect(sample, segment, signed_in=True):
    """Connect the firm; return the response of the callback, or of the first request if it is refused.

    The callback comes from the browser of an admin, or of somebody who is not signed in and confirms.
    """
    consent = sample.call("GET", f"/api/v1/integrations/{segment}/connect")
    if consent.status_code != 302:
        return consent
    back = urlsplit(stand_ins()[segment].follow_consent(consent.location))
    path, browser = f"{back.path}?{back.query}", Browser(sample.app, Accept="text/html")
    if not signed_in:
        return browser.submit(path, decision="connect")
    with sample.app.app_context():
        browser.set_cookie("intake_session", sessions.begin(a_user(sample.firm, "admin"), address=browser.address))
    return browser.get(path)


@contextmanager
def _working(sample):
    """Perform the firm's runs in a thread until the block ends."""
    stopping = Event()

    def work():
        with sample.app.app_context():
            while not stopping.is_set():
                for run in list(SyncLog.of(sample.firm).where(SyncLog.status == "pending")):
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


def _handshake(sample):
    """Send a handshake as Clio."""
    return send(sample, "clio", {"X-Hook-Secret": "the-secret"}, b"{}")


def _stage_changed(sample):
    """Send an event about an unknown matter as Lawmatics."""
    secret = "whsec_of_the_sample"
    sample.call("PATCH", "/api/v1/integrations/lawmatics/status", json={"webhook_secret": secret})
    body = json.dumps({"event": "matter.stage_changed", "data": {"id": 1, "name": "Silva", "stage": "Hired",
                       "previous_stage": "New"}, "timestamp": "2026-11-20T14:00:00Z"}).encode()
    return send(sample, "lawmatics", signed("lawmatics", secret, body), body)


def signed(segment, secret, body):
    """Return the headers with which the platform signs a body."""
    moment = str(int(time.time()))
    content = body if segment == "clio" else f"{moment}.".encode() + body
    signature = hmac.new(secret.encode(), content, hashlib.sha256).hexdigest()
    if segment == "clio":
        return {"X-Hook-Signature": signature}
    return {"X-Lawmatics-Signature": f"sha256={signature}", "X-Lawmatics-Timestamp": moment}


def send(sample, segment, headers, body):
    """Return the response to a call of the platform at the firm's address for it."""
    with sample.app.app_context():
        parts = urlsplit(Integration.for_platform(sample.firm, segment).webhook_url)
    return sample.call("POST", f"{parts.path}?{parts.query}", key=None, headers=headers, data=body)


def _matter(sample):
    return {"matter_id": sample.matter_with_client(), "action": "sync_matter"}


BODIES = {
    "PATCH /integrations/clio/status": lambda sample: {"auto_sync_on_approval": False},
    "PATCH /integrations/lawmatics/status": lambda sample: {"case_type_mappings": {"divorce_standard": "Matrimonial"}},
    "POST /integrations/clio/sync": _matter,
    "POST /integrations/lawmatics/sync": _matter,
}
"""The bodies of requests; the responses have no `data`, so the rows of `tables/bodies.py` do not apply."""

SENT = {
    "GET /integrations/clio/callback": lambda sample: connect(sample, "clio"),
    "GET /integrations/lawmatics/callback": lambda sample: connect(sample, "lawmatics"),
    "POST /integrations/clio/callback": lambda sample: connect(sample, "clio", signed_in=False),
    "POST /integrations/lawmatics/callback": lambda sample: connect(sample, "lawmatics", signed_in=False),
    "POST /integrations/clio/webhooks": _handshake,
    "POST /integrations/lawmatics/webhooks": _stage_changed,
}
"""Calls by senders other than the firm's programs."""
