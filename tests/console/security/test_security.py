"""The pages about security: sessions, failed sign-ins, the audit log and its export."""

import json
import re
from datetime import timedelta

from intake.accounts.access.actions import create_key
from intake.accounts.firms.models import Firm
from intake.accounts.sessions.models import Session
from intake.console.security.audit_log.sentences import SENTENCES
from intake.core.clock import now
from intake.core.migrations import ROOT
from tests.builders import a_deadline, a_matter, a_note, a_user

_TWO_PEOPLE = "two_people_erase_clients"
PAGE, LOG = "/settings/security", "/settings/security/audit-log"


def test_second_factor_and_the_length_of_sessions_are_set(firm, desk):
    form = desk.form(PAGE, PAGE).fields
    for wrong in ({"session_days": "15"}, {"session_idle_hours": "0"}, {"session_days": "²"}, {"session_days": ""}):
        assert desk.post(PAGE, form | {"session_idle_hours": "2", "session_days": "7"} | wrong).headers[
            "Location"].endswith("failed=length")
    desk.post(PAGE, form | {"session_idle_hours": "2", "session_days": "7", "require_second_factor": "yes"})
    settings = Firm.fetch(firm.id).settings_in_force
    assert (settings["session_idle_hours"], settings["session_days"], settings["require_second_factor"]) == (2, 7, True)
    assert "/account/second-factor" in desk.get(PAGE).headers["Location"]


def test_two_people_who_erase_are_switched_off_with_notice(firm, desk):
    lengths = {"session_idle_hours": "2", "session_days": "7"}

    def save(**ticked):
        form = {name: value for name, value in desk.form(PAGE, PAGE).fields.items() if name != _TWO_PEOPLE}
        assert desk.post(PAGE, form | lengths | ticked).headers["Location"].endswith("done=saved")
        return Firm.fetch(firm.id).settings_in_force

    def is_ticked():
        return _TWO_PEOPLE in desk.form(PAGE, PAGE).fields

    assert (save(**{_TWO_PEOPLE: "yes"})[_TWO_PEOPLE], is_ticked()) == (True, True)
    ending = save()
    assert (ending[_TWO_PEOPLE], is_ticked()) == (True, False)
    assert "two people still have to erase a client" in desk.get(PAGE).text
    assert save(session_days="3") == ending | {"session_days": 3}, "saving something else changes no date"
    assert save(**{_TWO_PEOPLE: "yes"})["two_people_erase_clients_until"] is None
    assert "still have to" not in desk.get(PAGE).text


def test_sessions_are_listed_and_ended(firm, rival, desk, signed_in_as):
    ana, stranger = a_user(firm), a_user(rival)
    browsers = [signed_in_as(ana) for _ in range(3)]
    signed_in_as(stranger)
    page = desk.get(PAGE).text
    first = Session.of(firm).where(Session.user_id == ana.id).order_by(Session.id).first()
    foreign = Session.of(rival).get()
    form = desk.form(PAGE, f"{PAGE}/sessions/{first.id}/end").fields

    assert (page.count(f"{ana.email}</bdi>"), stranger.email in page, "This one" in page) == (3, False, True)
    assert re.search(r"Sign out there<span[^>]*>: [^<]+, since [^<]+</span>", page)
    assert desk.post(f"{PAGE}/sessions/{first.id}/end", form).headers["Location"] == f"{PAGE}?done=ended"
    assert [browser.get("/account").status_code for browser in browsers] == [303, 200, 200]
    assert desk.post(f"{PAGE}/sessions/{foreign.id}/end", form).status_code == 404
    assert desk.post(f"{PAGE}/people/{stranger.id}/sign-out", form).status_code == 404
    desk.submit(PAGE, f"{PAGE}/people/{ana.id}/sign-out")
    assert (Session.of(firm).where(Session.user_id == ana.id).count(), Session.of(rival).count()) == (0, 1)
    for path in (PAGE, LOG, f"{LOG}/export.csv"):
        assert signed_in_as(a_user(firm, "attorney")).get(path).status_code == 404


def test_failed_sign_ins_are_listed(firm, desk, browser):
    browser.submit("/login", email=a_user(firm).email, password="wrong password")
    page = desk.get(PAGE).text

    assert "The password was wrong." in page
    assert browser.address in page


def test_audit_log_is_filtered_and_paged(firm, rival, desk, monkeypatch):
    matter, other = a_matter(firm, title="Silva divorce"), a_matter(rival)
    key = create_key(firm, "Website form", ["matters:read"])[0]
    desk.submit("/settings/developers", f"/settings/developers/keys/{key.id}/revoke")
    user = Session.of(firm).get().user_id
    tomorrow = (now() + timedelta(days=1)).date()

    def actions(query=""):
        answer = desk.get(f"{LOG}?{query}")
        assert answer.status_code == 200
        return re.findall(r'<div class="entry"><p><strong>(.*?)</strong>', answer.text)

    assert actions()[:2] == ["API key revoked", "API key made"]
    assert actions(f"actor_id={user}") == ["API key revoked", "API key made", "Matter opened", "Session begun"]
    assert actions("actor_id=usr_01JD0Q8Z4W6V9XK3M5N7P2R4T6") == []
    assert actions("action=api_key.created") == ["API key made"]
    assert actions(f"record_id={matter.id}") == ["Matter opened"]
    assert (actions(f"record_id={other.id}"), actions(f"from={tomorrow}")) == ([], [])
    assert actions(f"to={tomorrow}") == actions()
    assert actions("actor_id=%00&action=x&record_id=" + "x" * 200 + "&from=1&to=2&cursor=nonsense") == actions()
    monkeypatch.setattr("intake.console.security.audit_log.pages._ROWS", 1)
    page = desk.get(f"{LOG}?actor_id={user}").text
    assert (">About</label>" in page, "Id from the list" in page) == (True, True)
    cursor = re.search(r"cursor=(aud_\w+)", page)[1]
    assert actions(f"actor_id={user}&cursor={cursor}") == ["API key made"]
    note, deadline = a_note(firm, matter), a_deadline(firm, matter)
    for record, path in ((note, f"/matters/{matter.id}"), (deadline, f"/deadlines/{deadline.id}")):
        assert f'<a href="{path}"><code>' in desk.get(f"{LOG}?record_id={record.id}").text


def test_audit_log_is_exported_as_it_is_filtered(firm, desk):
    key = create_key(firm, "Website form", ["matters:read"])[0]
    lines = desk.get(f"{LOG}/export.ndjson?action=api_key.created")
    [row] = [json.loads(line) for line in lines.text.splitlines()]
    table = desk.get(f"{LOG}/export.csv?action=api_key.created")

    assert (row["record"]["id"], table.text.count(key.id)) == (key.id, 1)
    for answer in (lines, table):
        assert "attachment" in answer.headers["Content-Disposition"]
        assert answer.headers["Cache-Control"] == "no-store"
    assert desk.get(f"{LOG}/export.exe").status_code == 404
    assert desk.get(f"{LOG}?action=audit_log.exported").text.count("<strong>Audit log exported") == 2


def test_every_act_has_its_words():
    source = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("intake/**/*.py"))
    recorded = set(re.findall(r'record_(?:act|read)\(\s*"([a-z_]+\.[a-z_]+)"', source))

    assert len(recorded) > 50
    assert sorted(recorded - SENTENCES.keys()) == []
