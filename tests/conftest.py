"""Fixtures for all tests: the services, the application, a firm and its rival, API clients, a worker."""

import gc
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module

import pytest
import requests
from flask import before_render_template
from psycopg2 import OperationalError
from redis import Redis

from app import create_app
from config.settings import Settings
from intake.accounts.access.actions import create_key
from intake.accounts.firms.actions import register
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.sessions import actions as sessions
from intake.commands import add_commands
from intake.core.best_effort_redis import BestEffortRedis
from intake.core.connection import LimitedCursor
from intake.core.db import db
from intake.core.migrations import migrate
from intake.core.rate_limiter import RateLimiter
from intake.engine.events.models import Event
from local import ROOT, ports
from local.services import running
from tests.stand_ins.authority import Authority
from tests.stand_ins.mailbox import Mailbox
from tests.stand_ins.receiver import Receiver
from tests.waiting import is_waited_for, wait_until

from .browsing import Browser
from .builders import CHEAP_HASH, a_matter, a_token, a_user
from .callers import new_address
from .compiled_templates import keep
from .worker_in_steps import WorkerInSteps, cancel_pending_work

PATIENT = 20
"""How many seconds Redis may take on a busy machine before requests are counted in memory."""

SLOWEST = ("test_schemathesis", "faults/", "browser/", "server/", "integrations/sync/test_kills", "engine/worker/",
           "accounts/permissions/", "test_amplification", "test_tenancy", "operations/", "local/", "records/", "smoke/",
           "gateways/", "clients/", "test_hostile", "test_grown_firm", "test_dispatcher", "test_password_reset",
           "previews/", "test_architecture", "web/")
"""The slowest files, in descending order."""

keep()
gc.disable()  # until all tests are collected: objects made meanwhile stay


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session):
    """Let each process begin to import all tests at another file: pytest compiles them, which takes it 15 seconds of
    processor time in a new checkout, and a process that comes to a file later finds it compiled.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker and session.config.args == ["tests"]:
        files = sorted(ROOT.glob("tests/**/test_*.py"))
        first = int(worker["workerid"].removeprefix("gw")) * len(files) // worker["workercount"]
        for file in files[first:] + files[:first]:
            with suppress(Exception):  # which the collection shows
                import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


def pytest_collection_modifyitems(items):
    """Run the slowest files first, so that the processes end at about the same time."""
    items.sort(key=lambda item: _place(item.nodeid.partition("::")[0]))


@cache
def _place(file):
    """Return the place of a file's tests in the order."""
    return next((place for place, part in enumerate(SLOWEST) if f"tests/{part}" in file), len(SLOWEST))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """Exclude modules and tests, tens of thousands of objects, from garbage collection. The rest is collected less
    often: tests make many applications, and collecting these took an eighth of the time.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="session")
def services(tmp_path_factory):
    """Postgres, Redis, S3 and SMTP, started once; a test may stop and start each of them."""
    with ports.reserved(1) as (port,):  # for the web server of the browser tests: the S3 allows its origin by CORS
        origin = f"http://127.0.0.1:{port}"
        with running(tmp_path_factory.mktemp("services"), durable=False, origin=origin) as services:
            yield services


@pytest.fixture(scope="session")
def settings(services):
    """The settings of an installation with these services."""
    return Settings.load(services.env | {"LOG_LEVEL": "WARNING"})


def _without_locks(app, template, **_):
    """Check that no page is rendered in a transaction, because others would wait for its locks."""
    assert not (template.name.endswith(".html") and db.in_transaction()), f"rendered in a transaction: {template.name}"


@pytest.fixture(scope="session")
def app(settings):
    """The application, on a migrated database."""
    migrate(settings.database_url)
    app = create_app(settings)
    add_commands(app)
    before_render_template.connect(_without_locks, app)
    app.extensions["rate_limiter"] = RateLimiter(BestEffortRedis(settings.redis_url, PATIENT))
    app.extensions["password_hash_method"] = CHEAP_HASH
    yield app
    app.extensions["safe_http"].close()


@pytest.fixture(autouse=True)
def _in_the_app(request):
    """Run tests that use the application in its context, and check that they leave neither an open transaction nor a
    closed log, with which every command would fail. Set the log's level to warnings, whatever other tests did.
    """
    if logging.getLogger().level != logging.WARNING:  # setting it makes every logger determine its own level again
        logging.getLogger().setLevel(logging.WARNING)
    if not {"app", "api", "firm", "rival", "services"} & set(request.fixturenames):
        yield
        return
    with request.getfixturevalue("app").app_context():
        yield
        assert not db.in_transaction(), "the test left a transaction open"
    assert not any(handler.stream.closed for handler in logging.getLogger().handlers
                   if isinstance(handler, logging.StreamHandler)), "the test left a log that is closed"


class Api:
    """A client of the API with a key or an access token: `api.post("/matters", {...})`."""

    def __init__(self, app, key=None, token=None):
        self.app, self.client, self.key, self.token = app, app.test_client(), key, token
        self.client.environ_base["REMOTE_ADDR"] = self.address = new_address()

    def call(self, method, path, json=None, headers=None, **options):
        own = {"X-Api-Key": self.key} if self.key else {"Authorization": f"Bearer {self.token}"} if self.token else {}
        path = path if path.startswith(("/api", "/oauth/", "/healthz", "/readyz", "/docs")) else f"/api/v1{path}"
        with self.app.app_context():  # a new `g` for every request, as on a server
            return self.client.open(path, method=method, json=json, headers={**own, **(headers or {})}, **options)

    def get(self, path, **options):
        return self.call("GET", path, **options)

    def post(self, path, json=None, **options):
        return self.call("POST", path, json, **options)

    def patch(self, path, json=None, **options):
        return self.call("PATCH", path, json, **options)

    def delete(self, path, **options):
        return self.call("DELETE", path, **options)


@pytest.fixture
def firm(app):
    """A new law firm for every test, on the plan with the highest limits."""
    return register("Ünal & Partners", "office@example.com", plan="enterprise")


@pytest.fixture
def rival(app):
    """Another firm, which must never see a record of the first one."""
    return register("Rival LLP", "rival@example.com", plan="enterprise")


@pytest.fixture
def key_of(app):
    """Create a key: `key_of(firm, "matters:read")`, or with all scopes."""
    return lambda firm, *scopes: create_key(firm, "test key", scopes or SCOPES)[1]


@pytest.fixture
def api_of(app, key_of):
    """Make an API client: `api_of(firm, "matters:read")`, or with all scopes."""
    return lambda firm, *scopes: Api(app, key_of(firm, *scopes))


@pytest.fixture
def api(api_of, firm):
    """The firm's API client, with all scopes."""
    return api_of(firm)


@pytest.fixture
def rival_api(api_of, rival):
    """The rival's API client, with all scopes."""
    return api_of(rival)


@pytest.fixture
def admin(firm):
    return a_user(firm, "admin")


@pytest.fixture
def matter(firm):
    return a_matter(firm)


@pytest.fixture
def bearer_for(app):
    """Create a person's access token: `bearer_for(a_user(firm, "staff"), "matters:read")`, or with all scopes."""
    return lambda user, *scopes: a_token(user, scopes or SCOPES)


@pytest.fixture
def api_as(app, bearer_for):
    """Make an API client that acts for a person: `api_as(a_user(firm, "staff"))`, with scopes as in `bearer_for`."""
    return lambda user, *scopes: Api(app, token=bearer_for(user, *scopes))


@pytest.fixture
def anonymous(app):
    """A client of the API without credentials."""
    return Api(app)


@pytest.fixture
def browser(app):
    """A browser that is not signed in."""
    return Browser(app)


@pytest.fixture
def by_tls(app, settings, monkeypatch):
    """Configure an APP_URL with https."""
    monkeypatch.setitem(app.extensions, "settings", Settings(settings.values | {"APP_URL": "https://intake.example"}))


@pytest.fixture
def signed_in_as(app):
    """Make a browser in which a user is signed in: `signed_in_as(a_user(firm)).get("/account")`."""

    def signed_in(user, **headers):
        browser = Browser(app, **headers)
        browser.set_cookie("intake_session", sessions.begin(user, address=browser.address))
        return browser

    return signed_in


@pytest.fixture
def at_once(app):
    """Run a function in several threads at the same time: `at_once(8, lambda i: …)` returns the results in order.

    Every thread has its own database connection, so that transactions really compete.
    """

    def run(count, work):
        barrier = threading.Barrier(count)

        def one(index):
            with app.app_context():
                db.connect(reuse_if_open=True)
                barrier.wait()
                try:
                    return work(index)
                finally:
                    db.close()

        with ThreadPoolExecutor(count) as pool:
            return list(pool.map(one, range(count)))

    return run


@pytest.fixture
def while_locked(at_once):
    """Do something while a transaction holds locks: `while_locked(lock, other, go_on)`.

    `other` starts in another thread once `lock` has taken the locks. When it waits for them, `go_on` ends the
    transaction. Returns the results of `other` and `go_on`.
    """
    def run(lock, other, go_on=lambda: None):
        is_locked = threading.Event()

        def hold_or_wait(index):
            if index:
                assert is_locked.wait(60)
                return other()
            with db.atomic():
                lock()
                is_locked.set()
                wait_until(is_waited_for)
                return go_on()

        return at_once(2, hold_or_wait)[::-1]

    return run


@pytest.fixture
def statements(app):
    """Record the SQL statements of a block: `with statements() as seen: …; assert len(seen) <= 3`."""
    @contextmanager
    def recording():
        seen = []

        def append(event):
            seen.append(event.sql)

        db.query_hooks.append(append)
        try:
            yield seen
        finally:
            db.query_hooks.remove(append)

    return recording


@pytest.fixture
def announced(firm):
    """The events of the firm so far: `announced()` returns (type, data) pairs, the oldest first."""
    return lambda: [(event.type, event.data) for event in Event.of(firm).order_by(Event.created_at, Event.id)]


@pytest.fixture
def breaking(firm):
    """Make every insert of a row of the firm fail until the block ends: `with breaking("events", "RAISE …"):`.

    With `on="UPDATE"` or `on="DELETE"`, make updates or deletions fail instead.
    """
    @contextmanager
    def meanwhile(table, statement, on="INSERT"):
        db.execute_sql(f"CREATE OR REPLACE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS "
                       f"$$ BEGIN {statement}; RETURN NEW; END $$")
        db.execute_sql(f"CREATE TRIGGER broken AFTER {on} ON {table} FOR EACH ROW "
                       f"WHEN ({'OLD' if on == 'DELETE' else 'NEW'}.firm_id = '{firm.id}') "
                       "EXECUTE FUNCTION break_it()")
        try:
            yield
        finally:
            db.execute_sql(f"DROP TRIGGER broken ON {table}")

    return meanwhile


@pytest.fixture
def lose_answer(monkeypatch):
    """Break the connection after Postgres has executed the first statement that has this text, before it answers.

    Returns the list of such statements.
    """
    execute = LimitedCursor.execute

    def lose(text):
        lost = []

        def execute_and_lose(cursor, query, values=None):
            execute(cursor, query, values)
            if not lost and text in query:
                lost.append(query)
                raise OperationalError("server closed the connection unexpectedly")

        monkeypatch.setattr(LimitedCursor, "execute", execute_and_lose)
        return lost

    return lose


@pytest.fixture
def redis(settings):
    """A connection to the Redis that the application uses."""
    with Redis.from_url(settings.redis_url, decode_responses=True) as connection:
        yield connection


@pytest.fixture
def put():
    """Send a file to a signed URL: `put(url, b"…", "application/pdf")` returns the response."""
    def send(url, body, content_type, **headers):
        for _ in range(5):
            answer = requests.put(url, data=body, headers={"Content-Type": content_type, **headers}, timeout=30)
            if answer.status_code != 500:  # rclone's, if a file arrives while it removes the empty folder
                break
        return answer

    return send


@pytest.fixture
def receiver():
    """A receiver of webhooks on this machine, with answers chosen by the test."""
    with Receiver() as receiver:
        yield receiver


@pytest.fixture
def no_pending_work(app):
    """Cancel the work that earlier tests left for a worker."""
    cancel_pending_work()


@pytest.fixture
def worker_of(app, no_pending_work):
    """Make a worker that the test runs step by step: `worker_of("a")`, `worker_of("b", senders=2)`."""
    return lambda id, **options: WorkerInSteps(app, id, **options)


@pytest.fixture
def worker(worker_of):
    """A worker that the test runs step by step."""
    return worker_of("worker")


@pytest.fixture(scope="session")
def authority(tmp_path_factory):
    """A private certificate authority."""
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="session")
def mailbox(services):
    """The mails and SMS that arrived, by recipient."""
    return Mailbox(services.directory)
