"""Incomplete lists say so: they link to the next page, or say that only the latest are shown."""

import pytest

from intake.accounts.sessions import actions as sessions
from intake.accounts.users.models import User
from intake.cases.court_forms.fills import start
from intake.integrations.connections.models import Integration
from intake.integrations.sync.models import SyncLog
from tests.builders import a_client, a_communication, a_court_form, a_matter, a_user


def _fills(firm):
    matter, form = a_matter(firm), a_court_form(firm)
    for _ in range(2):
        start(firm, matter.id, form.id)
    return "intake.console.matters.court_forms.pages._SHOWN", f"/matters/{matter.id}/court-forms"


def _runs(firm):
    matter = a_matter(firm)
    Integration.ensure(matter, "clio")
    connection = Integration.for_platform(firm, "clio")
    connection.change(is_active=True)
    for _ in range(2):
        SyncLog.create(firm_id=firm.id, integration_id=connection.id, matter_id=matter.id, action="sync_matter",
                       trigger="manual", status="success")
    return "intake.console.matters.sync.models._SHOWN", f"/matters/{matter.id}/sync"


def _sessions(firm):
    user = a_user(firm)
    for _ in range(2):
        sessions.begin(user)
    return "intake.console.people.person.pages._LISTED", f"/settings/people/{user.id}"


def _matters(firm):
    client = a_client(firm)
    for _ in range(2):
        a_matter(firm, client_id=client.id)
    return "intake.console.clients.pages.ROWS", f"/clients/{client.id}"


@pytest.mark.parametrize("make", [_fills, _runs, _sessions, _matters])
def test_a_list_leads_to_its_next_page(desk, firm, monkeypatch, make):
    shown, path = make(firm)
    assert "Page 1 of" not in desk.get(path).text
    monkeypatch.setattr(shown, 1)
    assert ("Page 1 of 2" in desk.get(path).text, f'href="{path}?page=2"' in desk.get(path).text) == (True, True)
    assert f'href="{path}?page=1"' in desk.get(f"{path}?page=2").text
    assert "Page 1 of 2" in desk.get(f"{path}?page=3").text


def test_latest_messages_of_a_client_are_called_so_if_there_are_more(desk, firm, monkeypatch):
    client = a_client(firm)
    matter = a_matter(firm, client_id=client.id)
    a_communication(firm, matter, message="The first")
    monkeypatch.setattr("intake.console.clients.pages.MESSAGES", 1)
    page = desk.get(f"/clients/{client.id}").text
    assert ("The first" in page, "Only the latest" in page) == (True, False)
    a_communication(firm, matter, message="The second")
    page = desk.get(f"/clients/{client.id}").text
    assert ("The first" in page, "Only the latest 1 are shown." in page) == (False, True)
    monkeypatch.setattr("intake.accounts.sessions.account.pages._MAX_LISTED", 1)
    assert "Only the latest" not in desk.get("/account").text
    sessions.begin(User.of(firm).get())
    assert "Only the latest 1 are shown." in desk.get("/account").text
