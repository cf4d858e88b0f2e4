"""`GET /audit-log`: permissions, filters, pages by cursor, the export."""

import json
from datetime import timedelta

import pytest

from intake.accounts.access.models import ApiKey
from intake.accounts.audit import actions
from intake.accounts.audit.models import AuditEntry
from intake.core.clock import iso, now
from tests.builders import a_client, a_matter, a_user

LINES = {"Accept": "application/x-ndjson"}


def ids(answer):
    return [row["id"] for row in answer.json["data"]]


def test_row_shows_who_did_what_when_and_from_where(api, firm):
    client = api.post("/clients", {"first_name": "Ana", "last_name": "Silva"}).json["data"]
    key = api.get("/firms/api-keys").json["data"][0]
    [row] = api.get("/audit-log?action=client.created").json["data"]

    assert row["actor"] == {"type": "api_key", "id": key["id"], "name": "test key"}
    assert row["record"] == {"type": "client", "id": client["id"]}
    assert (row["address"], row["details"]) == (api.address, {})
    assert row["at"] <= iso(now())


def test_person_is_named(firm, api, signed_in_as):
    user = a_user(firm, "admin")
    signed_in_as(user)
    user.change(first_name="Maya", last_name="Okafor")
    [row] = api.get("/audit-log?action=session.created").json["data"]

    assert row["actor"] == {"type": "person", "id": user.id, "name": "Maya Okafor"}


def test_filters(api, firm):
    client = a_client(firm)
    api.patch(f"/clients/{client.id}", {"last_name": "Garcia"})
    key_id = api.get("/firms/api-keys").json["data"][0]["id"]
    everything = ids(api.get("/audit-log?per_page=100"))
    later = iso(now() + timedelta(minutes=1))

    assert len(ids(api.get(f"/audit-log?record_id={client.id}"))) == 2
    assert len(ids(api.get(f"/audit-log?actor_id={key_id}"))) == 1
    assert len(ids(api.get(f"/audit-log?actor_id={key_id}&action=client.created"))) == 0
    assert ids(api.get(f"/audit-log?to={later}")) == everything
    assert ids(api.get(f"/audit-log?from={later}")) == []
    created = api.get("/audit-log?action=client.created").json["data"][0]["at"]
    assert ids(api.get(f"/audit-log?from={created}&record_id={client.id}")) == everything[:2]


def test_cursor_neither_repeats_nor_skips_rows(api, firm):
    for _ in range(5):
        a_matter(firm)
    expected = ids(api.get("/audit-log"))
    seen, path = [], "/audit-log?per_page=2"
    page = api.get(path).json
    while True:
        seen += [row["id"] for row in page["data"]]
        if not page["pagination"]["has_more"]:
            break
        a_matter(firm)
        page = api.get(f"{path}&cursor={page['pagination']['next_cursor']}").json

    assert seen == expected
    assert page["pagination"] == {"per_page": 2, "has_more": False, "next_cursor": None}


def test_page_takes_two_statements(api, statements):
    api.get("/audit-log")
    with statements() as seen:
        assert api.get("/audit-log").status_code == 200

    assert len(seen) == 2


def test_export_has_every_row_on_a_line_and_is_recorded(api, firm, monkeypatch):
    monkeypatch.setattr(actions, "_BATCH", 3)
    for _ in range(7):
        a_matter(firm)
    answer = api.get("/audit-log?action=matter.created&per_page=1", headers=LINES)

    assert answer.mimetype == "application/x-ndjson"
    rows = [json.loads(line) for line in answer.text.splitlines()]
    assert [row["id"] for row in rows] == ids(api.get("/audit-log?action=matter.created"))
    assert len(rows) == 7
    [exported] = api.get("/audit-log?action=audit_log.exported").json["data"]
    assert exported["record"] == {"type": "firm", "id": firm.id}


def test_export_is_read_in_batches(api, firm, statements, monkeypatch):
    monkeypatch.setattr(actions, "_BATCH", 3)
    for _ in range(7):
        a_matter(firm)
    with statements() as seen:
        lines = api.get("/audit-log?action=matter.created", headers=LINES).text.splitlines()

    assert len(lines) == 7
    assert len([sql for sql in seen if "LIMIT" in sql and "audit_log" in sql]) == 3


@pytest.mark.parametrize(("role", "status"), [("admin", 200), ("attorney", 403), ("staff", 403), ("paralegal", 403)])
def test_of_people_only_admins_may_read_it(role, status, firm, api_as):
    assert api_as(a_user(firm, role)).get("/audit-log").status_code == status


def test_other_firm_sees_nothing_of_it(api, rival_api, firm, rival):
    matter = a_matter(firm)
    cursor = ids(api.get("/audit-log"))[0]

    assert ids(rival_api.get(f"/audit-log?record_id={matter.id}")) == []
    seen = {*ids(rival_api.get("/audit-log")), *ids(rival_api.get(f"/audit-log?cursor={cursor}"))}
    assert not seen & {entry.id for entry in AuditEntry.of(firm)}
    assert matter.id not in rival_api.get("/audit-log", headers=LINES).text


@pytest.mark.parametrize("moment", [
    "3756-03-29T05:18:12.786%2B18:07", "2026-11-20T14:00:00-23:59", "0001-01-01T00:00:00%2B20:00",
    "9999-12-31T23:59:59-20:00"])
def test_far_offset_is_a_time(moment, api):
    assert api.get(f"/audit-log?from={moment}&to={moment}").json["data"] == []


@pytest.mark.parametrize("query", ["cursor=nonsense", "from=yesterday", "to=5", "per_page=0", "page=2"])
def test_wrong_query_is_refused(query, api):
    assert api.get(f"/audit-log?{query}").json["error"]["code"] == "validation_error"


def test_export_as_csv_keeps_formulas_from_spreadsheets(api, firm):
    api.post("/clients", {"first_name": "Ana", "last_name": "Silva"})
    ApiKey.update(name="=cmd()").where(ApiKey.firm_id == firm.id).execute()
    answer = api.get("/audit-log?action=client.created", headers={"Accept": "text/csv"})
    header, line = answer.get_data().decode("utf-8-sig").splitlines()

    assert (answer.content_type, header.split(",")[:3]) == ("text/csv; charset=utf-8", ["id", "at", "action"])
    assert ",client.created,api_key," in line
    assert ",'=cmd()," in line
    assert api.get("/audit-log?action=audit_log.exported").json["data"]
