"""A form that is sent twice creates one record."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from intake.accounts.access.models import LEASE, ApiKey, IdempotencyRecord
from intake.cases.deadlines.models import Deadline
from intake.console.frame import sent_once
from intake.core.clock import now
from intake.core.http import contract_of
from intake.messaging.communications.models import Communication
from tests.browsing import Browser
from tests.builders import a_client, a_matter

GIVEN = {"title": "Hearing", "due_date": "2099-03-01", "type": "filing"}


@pytest.fixture
def matter(firm):
    return a_matter(firm, title="Silva divorce", client_id=a_client(firm, email="ana@example.com").id)


@pytest.fixture
def path(matter):
    return f"/matters/{matter.id}/deadlines"


def stored_responses(firm):
    """Return the firm's stored responses."""
    return list(IdempotencyRecord.select().where(IdempotencyRecord.firm_id == firm.id))


def change_stored_responses(firm, **values):
    IdempotencyRecord.update(**values).where(IdempotencyRecord.firm_id == firm.id).execute()


def test_form_that_is_sent_twice_makes_one_record(desk, firm, path):
    filled = desk.form(path, path).fields | GIVEN
    first, second = desk.post(path, filled), desk.post(path, filled)
    assert Deadline.of(firm).count() == 1
    assert (first.status_code, first.headers["Location"]) == (second.status_code, second.headers["Location"])
    assert second.status_code == 303

    desk.post(path, filled | {"title": "Another hearing"})
    desk.submit(path, path, **GIVEN)
    assert sorted(row.title for row in Deadline.of(firm)) == ["Another hearing", "Hearing", "Hearing"]

    change_stored_responses(firm, created_at=now() - sent_once.REMEMBERED - timedelta(seconds=1))
    desk.post(path, filled)
    assert Deadline.of(firm).count() == 4


def test_second_of_two_at_once_waits_for_the_first(app, desk, firm, path):
    filled = desk.form(path, path).fields | GIVEN

    def send(_):
        browser = Browser(app)
        for name in ("intake_session", "intake_csrf"):
            browser.set_cookie(name, desk.cookie(name))
        return browser.post(path, filled).status_code

    with ThreadPoolExecutor(4) as threads:
        assert {*threads.map(send, range(4))} == {303}
    assert Deadline.of(firm).count() == 1


def test_second_sending_does_nothing_while_the_first_one_is_not_answered(desk, firm, path, monkeypatch):
    monkeypatch.setattr(sent_once, "WAIT", 0)
    filled = desk.form(path, path).fields | GIVEN
    desk.post(path, filled)
    Deadline.delete().where(Deadline.firm_id == firm.id).execute()
    change_stored_responses(firm, status=0)
    refused = desk.post(path, filled)
    assert (refused.status_code, "is still in progress" in refused.text) == (409, True)
    assert Deadline.of(firm).count() == 0

    change_stored_responses(firm, created_at=now() - LEASE)  # its process was killed
    assert desk.post(path, filled).status_code == 303
    assert Deadline.of(firm).count() == 1


def test_form_that_was_refused_can_be_sent_again(desk, firm, matter, path):
    filled = desk.form(path, path).fields | GIVEN
    for _ in range(2):
        assert desk.post(path, filled | {"due_date": "soon"}).status_code == 422
    assert stored_responses(firm) == []
    assert Deadline.of(firm).count() == 0

    client_id = matter.client_id
    matter.change(client_id=None)
    path = f"/matters/{matter.id}/link"
    filled = filled | {"channel": "email"}
    assert "failed=no-client" in desk.post(path, filled).headers["Location"]
    matter.change(client_id=client_id)
    assert "done=sent" in desk.post(path, filled).headers["Location"]


def test_form_that_failed_while_the_database_went_away_can_be_sent_again(app, desk, firm, path, breaking, monkeypatch):
    monkeypatch.setattr(sent_once, "WAIT", 0)
    filled = desk.form(path, path).fields | GIVEN
    end = "PERFORM pg_terminate_backend(pg_backend_pid())"
    with breaking("deadlines", end), breaking("idempotency_records", end, on="DELETE"):
        assert desk.post(path, filled).status_code == 503
    app.extensions["unsettled_keys"].flush()
    assert desk.post(path, filled).status_code == 303
    assert Deadline.of(firm).count() == 1


def test_secret_is_shown_to_the_second_sending_too(desk, firm):
    form = desk.form("/settings/developers", "/settings/developers/keys").fields
    filled = form | {"name": "Zapier", "scopes": "matters:read"}
    first, second = (desk.post("/settings/developers/keys", filled) for _ in range(2))
    assert "ik_live_" in first.text
    assert (first.text, first.headers["Content-Security-Policy"]) == (
        second.text, second.headers["Content-Security-Policy"])
    assert ApiKey.of(firm).where(ApiKey.name == "Zapier").count() == 1
    [answer] = stored_responses(firm)
    assert "ik_live_" not in answer.body


def test_message_is_sent_once(desk, firm, matter):
    path = f"/matters/{matter.id}/messages"
    filled = desk.form(path, path).fields | {"channel": "email", "message": "Please send the lease."}
    for _ in range(2):
        assert desk.post(path, filled).status_code == 303
    assert Communication.of(firm).count() == 1


def test_every_form_that_creates_is_done_once(app):
    creating = [(name, contract_of(view)) for name, view in app.view_functions.items() if name.endswith(".create")]
    console = {name: contract.once for name, contract in creating if contract.permission and not contract.scope}
    assert len(console) > 15
    assert [name for name, once in console.items() if not once] == []
