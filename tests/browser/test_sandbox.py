"""An integrator tries a sandbox: web server and worker in their own processes, with their own database."""

import re
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta

import psycopg2
import pytest
import requests
from playwright.sync_api import expect

from intake.accounts.access.actions import create_key
from intake.accounts.firms.actions import register
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.sessions import actions as sessions
from intake.core.clock import iso, machine_now
from intake.core.db import connect_to, db
from intake.core.migrations import migrate
from local import ports
from tests.builders import a_user
from tests.engine.worker.process import WorkerProcess
from tests.waiting import wait_until
from tests.web_server import Gunicorn

from .phone import Phone
from .windows import Windows

DAY = 24 * 60 * 60


@dataclass
class Sandbox:
    """A sandbox with a firm."""

    url: str
    key: str
    session: str

    def call(self, method, path, status=200, **body):
        """Call the API and return the `data` of the answer."""
        answer = requests.request(method, f"{self.url}/api/v1{path}", json=body or None, timeout=60,
                                  headers={"X-Api-Key": self.key})
        assert answer.status_code == status, answer.text
        return answer.json()["data"]

    def mails(self, to):
        """Return the kept mails for a recipient, the oldest first."""
        return self.call("GET", f"/sandbox/messages?channel=email&to={to}")[::-1]


@pytest.fixture(scope="module")
def sandbox(app, services, settings):
    """Run the web server and the worker of a sandbox."""
    url = f"{settings.database_url.rpartition('/')[0]}/sandbox"
    with closing(psycopg2.connect(settings.database_url)) as connection:
        connection.autocommit = True
        connection.cursor().execute("CREATE DATABASE sandbox TEMPLATE template0")
    db.close()
    connect_to(url)
    try:
        migrate(url, in_sandbox=True)
        with app.app_context():
            firm = register("Ünal & Partners", "office@example.com", plan="enterprise")
            made = create_key(firm, "Integration", SCOPES, sandbox=True)[1], sessions.begin(a_user(firm, "admin"))
            db.close()
    finally:
        connect_to(settings.database_url)
    with ports.reserved(1) as (port,):
        own = {"ENVIRONMENT": "sandbox", "DRAIN_SECONDS": "0", "DATABASE_URL": url, "APP_URL": f"http://127.0.0.1:{port}",
               "REDIS_URL": f"{settings.redis_url.rpartition('/')[0]}/7"}
        processes = [Gunicorn(services, port, WEB_CONCURRENCY="2", **own), WorkerProcess(services, **own)]
        try:
            for process in processes:
                process.patience = 60
                process.start()
            yield Sandbox(processes[0].url, *made)
        finally:
            for process in processes:
                process.stop()


def test_an_integrator_tries_a_reminder_and_retries_in_a_minute(sandbox):
    hook = sandbox.call("POST", "/webhooks", 201, url="https://fails-twice.sandbox.test/hook",
                        events=["matter.created"])
    client = sandbox.call("POST", "/clients", 201, first_name="Ana", last_name="Silva", email="ana@example.com")
    matter = sandbox.call("POST", "/matters", 201, title="Silva divorce", practice_area="family_law",
                          client_id=client["id"])
    sandbox.call("POST", f"/matters/{matter['id']}/documents/request", 201, name="Passport")
    sandbox.call("POST", f"/matters/{matter['id']}/intake-link", 201, channels=["email"])
    sent = wait_until(lambda: sandbox.mails("ana@example.com"))
    link = re.search(rf"{sandbox.url}/p/\S+", sent[0]["text"])[0]
    assert 'class="sandbox"' in requests.get(link, timeout=60).text
    delivery = wait_until(lambda: [each for each in sandbox.call("GET", f"/webhooks/{hook['id']}/deliveries")
                              if each["attempts"]])[-1]["id"]

    def statuses():
        return [each["response_status"] for each in sandbox.call(
            "GET", f"/webhooks/{hook['id']}/deliveries/{delivery}")["attempts"]]

    wait_until(lambda: sandbox.call("GET", "/test-clock")["settled"])  # the reminders are planned
    assert sandbox.call("POST", "/test-clock", advance_seconds=3 * DAY)["ahead_seconds"] == 3 * DAY
    assert wait_until(lambda: len(made := statuses()) >= 2 and made)[:2] == [500, 500]
    sandbox.call("POST", "/test-clock", advance_seconds=60 * 60)
    assert wait_until(lambda: len(made := statuses()) == 3 and made) == [500, 500, 200]

    noon = (machine_now() + timedelta(days=5)).replace(hour=17, minute=0)  # noon where the firm is
    assert sandbox.call("POST", "/test-clock", now=iso(noon))["now"] >= iso(noon)
    reminder = wait_until(lambda: sandbox.mails("ana@example.com")[1:])[0]
    assert "reminders" in reminder["text"]
    assert "reminders" not in sent[0]["text"]
    assert reminder["created_at"] > sent[0]["created_at"]
    wait_until(lambda: sandbox.call("GET", "/test-clock")["settled"])


def test_the_outbox_is_accessible(sandbox, chromium, artifacts):
    desk = Phone(Windows(chromium, sandbox.url), artifacts, "es")
    desk.context.add_cookies([{"name": "intake_session", "value": sandbox.session, "url": sandbox.url}])
    page = desk.open("/settings/developers/outbox")
    before = page.locator(".clock time").get_attribute("datetime")
    page.locator(".clock button").click()
    expect(page.locator(".toast, [role=status]").first).to_be_visible()
    assert page.locator(".clock time").get_attribute("datetime") > before
    assert desk.problems("sandbox-outbox") == []
    assert page.locator(".kept > li").count() or page.locator(".empty").count()
    assert page.locator("aside.sandbox").inner_text() != ""
    desk.assert_no_errors()
