"""Firms connected to a platform, which is a stand-in that serves the platform's HTTP API."""

from threading import Event, Thread
from urllib.parse import parse_qs, urlsplit

import pytest

from intake.cases.uploads.actions import review
from intake.core.db import db
from intake.integrations.connections.models import Integration
from intake.integrations.platforms.registry import get_platform
from intake.integrations.sync.actions import start_run
from intake.integrations.sync.models import SyncLog
from tests.browsing import Browser
from tests.builders import a_client, a_document, a_matter, an_upload
from tests.stand_ins.clio import Clio
from tests.stand_ins.lawmatics import Lawmatics
from tests.stand_ins.platform_server import deliver_to
from tests.stand_ins.registration import registered_at
from tests.worker_in_steps import WorkerInSteps


@pytest.fixture
def clio(app):
    """Clio, where the application is registered; its webhooks are delivered to the application."""
    with Clio() as clio, registered_at(app, clio):
        clio.deliver_call = deliver_to(app)
        yield clio


@pytest.fixture
def lawmatics(app):
    """Lawmatics, where the application is registered; its webhooks are delivered to the application."""
    with Lawmatics() as lawmatics, registered_at(app, lawmatics):
        lawmatics.deliver_call = deliver_to(app)
        yield lawmatics


@pytest.fixture
def connect(app, api_of):
    """Connect a firm by the API, and return its connection: `connect(firm, clio)`."""

    def connected(firm, stand_in, segment="clio"):
        consent = api_of(firm).get(f"/integrations/{segment}/connect")
        assert consent.status_code == 302, consent.text
        back = urlsplit(stand_in.follow_consent(consent.location))
        answer = Browser(app).get(f"{back.path}?{back.query}")
        assert answer.status_code == 302, answer.text
        return Integration.for_platform(firm, segment)

    return connected


@pytest.fixture
def connection(firm, clio, connect, no_pending_work):
    """The firm's connection to Clio."""
    return connect(firm, clio)


@pytest.fixture
def matter(firm):
    """A divorce, whose client has an e-mail address."""
    client = a_client(firm, first_name="Ana", last_name="Silva", email="ana@example.com", phone="+15185550142")
    return a_matter(firm, client_id=client.id, custom_fields={"case_type": "divorce_standard", "case_number": "D-17"})


@pytest.fixture
def approved(firm, put):
    """Add an approved document to a matter: `approved(matter, b"…", filename="passport.pdf")`."""

    def add(matter, body=b"%PDF-1.4 a passport", **values):
        upload = an_upload(firm, put, a_document(firm, matter), body, **values)
        return review(firm, upload.id, "approved")

    return add


@pytest.fixture
def begin(firm):
    """Queue a run: `begin(matter)`, `begin(action="pull_matters")`."""

    def begun(matter=None, action="sync_matter", segment="clio"):
        return start_run(firm, get_platform(segment), action, matter and matter.id)

    return begun


@pytest.fixture
def run(begin, worker):
    """Queue a run and perform it until it ends or waits; return its log entry: `run(matter)`."""

    def ended(matter=None, **options):
        begun = begin(matter, **options)
        worker.perform_tasks()
        return SyncLog.fetch(begun, begun.id)

    return ended


@pytest.fixture
def let_time_pass(app):
    """End all pauses, and make all planned tasks due."""

    def passed():
        db.execute_sql("UPDATE integrations SET paused_until = NULL WHERE paused_until IS NOT NULL")
        db.execute_sql("UPDATE tasks SET due_at = now() - interval '1 second' WHERE done_at IS NULL")

    return passed


@pytest.fixture
def background_worker(app, no_pending_work):
    """Perform tasks in a thread during the test."""
    stopping = Event()

    def work():
        with app.app_context():
            worker = WorkerInSteps(app, "background")
            while not stopping.wait(0.02):
                worker.perform_tasks()
            db.close()

    thread = Thread(target=work)
    thread.start()
    yield
    stopping.set()
    thread.join(20)


def query_of(url):
    """The query of an address as a dict."""
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
