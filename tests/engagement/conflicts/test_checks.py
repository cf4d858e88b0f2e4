"""Running conflict checks, deciding about them, and each caller's view of them."""

from contextlib import ExitStack
from threading import Event

import pytest
from psycopg2 import errors as postgres

from intake.accounts.firms.actions import change_settings
from intake.cases.client_merges.actions import merge, undo
from intake.cases.clients.actions import update as change_client
from intake.cases.matters.actions import update as change_matter
from intake.core.db import db, insert_rows
from intake.core.long_requests import long_request, max_long_requests
from intake.engagement.conflicts import names_index
from intake.engagement.conflicts.models import ConflictCheck, ConflictDecision, ConflictIndex, ConflictName
from intake.engagement.conflicts.names_index import index_firm, rows_of, search_each
from intake.engagement.conflicts.states import NAME
from intake.engagement.conflicts.terms import SearchTerm
from intake.engagement.leads.actions import receive
from intake.engagement.parties import actions as parties
from intake.records.erasures.jobs import erase
from tests.builders import a_client, a_document, a_lead, a_matter, a_user
from tests.core.answers import data, refusal
from tests.waiting import wait_until

CHECKS = "/conflict-checks"


def hits_of(api, *names, **about):
    answer = api.post(CHECKS, {"names": list(names)} | about)
    assert answer.status_code == 201, answer.text
    return answer.json["data"]


def test_everybody_whom_records_name_is_found(firm, api):
    client = a_client(firm, first_name="Robert", last_name="Schmidt", email="bob@schmidt.example.com",
                      phone="+15125550142", address={"line1": "12 Elm Street", "city": "Austin", "zip": "78701"})
    matter = a_matter(firm, title="Garcia v. Acme", status="closed")
    parties.add(firm, matter.id, name="Acme Roofing, LLC", kind="company", role="opposing")
    parties.add(firm, matter.id, name="Ana López", kind="person", role="witness", former_names=["Ana Fuentes"],
                aliases=["Anita"])
    receive(firm, first_name="Sergei", last_name="Kuznetsov", email="sk@example.com",
            parties=[{"name": "Wei Wang", "kind": "person", "role": "opposing", "aliases": [], "relation": None}])

    def found(name):
        return [(hit["kind"], hit["name"], hit["score"] >= 82) for hit in hits_of(api, name)["hits"]]

    assert found("Smith, Bob") == [("client", "Robert Schmidt", True)]
    assert found("bob@schmidt.example.com") == found("(512) 555-0142") == found("12 Elm St., Austin") == [
        ("client", "Robert Schmidt", True)]
    assert found("ACME Roofing Inc") == [("party", "Acme Roofing, LLC", True)]
    assert found("Anna Fuentes") == [("party", "Ana López", True)]
    assert found("Сергей Кузнецов") == [("lead", "Sergei Kuznetsov", True)]
    assert found("王伟") == [("lead_party", "Wei Wang", True)]
    assert found("Nobody Known") == []
    for company, typed in (("24 Hour Fitness", "24 hour fitness"), ("3M Company", "3M company"),
                           ("Roe @ Sons", "Roe @ Sons")):
        parties.add(firm, matter.id, name=company, kind="company", role="related")
        assert found(typed) == [("party", company, True)]

    check = hits_of(api, "Anna Fuentes", "Jane Roe")
    assert [(hit["found"], hit["part"], hit["role"], hit["title"], hit["status"], hit["reasons"])
            for hit in check["hits"]] == [
        ("Ana Fuentes", "former_name", "witness", "Garcia v. Acme", "closed", ["nickname"])]
    assert check["complete"] is True
    assert check["versions"]["thresholds"] == {"person": 82, "company": 82}
    assert check["versions"]["libraries"].keys() == {"jellyfish", "anyascii"}

    change_client(firm, client.id, last_name="Brandt")
    assert found("Robert Schmidt") == []
    assert found("Robert Brandt") == [("client", "Robert Brandt", True)]
    kept = a_client(firm, first_name="R.", last_name="Jones")
    merge(firm, client.id, kept.id)
    assert found("Bob Brandt") == [("merged_client", "R. Jones", True)]
    assert api.post(CHECKS, {"names": ["…", "--"]}).json["error"]["code"] == "nothing_to_search"


def test_check_says_when_it_has_not_compared_everything(firm, api):
    index_firm(firm)
    insert_rows(ConflictName, [row for number in range(500) for row in rows_of(
        firm.id, "client", f"cli_{number}", None, [SearchTerm(f"{'abcdefghij'[number % 10]}nna Garcia", NAME)])])
    check = hits_of(api, "Garcia")
    assert (check["hits"], check["complete"]) == ([], False)

    matter, known = a_matter(firm), a_client(firm, first_name="Jane", last_name="Roe")
    for letter in "abcdefghij":
        aliases, former = ([f"{letter}{each}{end}" for each in "klmnopqrst"] for end in "xy")
        parties.add(firm, matter.id, name=letter * 3, kind="person", role="other", aliases=aliases,
                    former_names=former)
    check = hits_of(api, "Jane Roe", matter_id=matter.id)
    assert ([hit["record_id"] for hit in check["hits"]], check["complete"]) == ([known.id], False)


def test_names_of_a_check_share_what_is_compared(firm, monkeypatch):
    index_firm(firm)
    insert_rows(ConflictName, [row for number in range(30) for row in rows_of(
        firm.id, "client", f"cli_{number}", None, [SearchTerm(f"Anna {chr(97 + number % 26)}{number} Garcia", NAME)])])
    least = {"person": 82, "company": 82}

    def all_compared(*names):
        return [complete for _, _, complete in search_each(firm, [SearchTerm(name, NAME) for name in names], least)]

    assert all_compared("Anna Garcia", "Ana Garcia", "Jane Roe") == [True, True, True]
    monkeypatch.setattr(names_index, "_MOST_IN_ALL", 60)
    assert all_compared("Anna Garcia", "Ana Garcia", "Jane Roe") == [False, False, True]
    assert all_compared("Jane Roe", "Anna Garcia") == [True, True], "what one leaves the others may"


def test_check_and_decision_never_change(firm, api):
    a_client(firm, first_name="Jane", last_name="Roe")
    check = hits_of(api, "Jane Roe")
    assert (check["decision"], check["note"], check["previous_id"]) == (None, None, None)
    path = f"{CHECKS}/{check['id']}"
    document = a_document(firm)
    for body, code in (({"decision": "waived"}, "validation_error"),
                       ({"decision": "waived", "document_id": document.id}, "consent_missing"),
                       ({"decision": "waived", "document_id": "doc_none"}, "document_not_found")):
        assert api.post(f"{path}/decide", body).json["error"]["code"] == code
    document.change(status="approved")
    decided = api.post(f"{path}/decide", {"decision": "waived", "document_id": document.id, "note": "Signed."})
    assert decided.json["data"] | {"decided_at": None} == check | {
        "decision": "waived", "note": "Signed.", "document_id": document.id, "decided_at": None,
        "decided_by": decided.json["data"]["decided_by"]}
    assert api.post(f"{path}/decide", {"decision": "clear"}).json["error"]["code"] == "already_decided"
    assert [row["id"] for row in api.get(f"{CHECKS}?decision=waived").json["data"]] == [check["id"]]
    assert api.get(f"{CHECKS}?decision=open").json["data"] == []
    pdf = api.get(f"{path}/pdf")
    assert pdf.headers["Content-Type"] == "application/pdf"
    assert pdf.data.startswith(b"%PDF-")
    for model, column in ((ConflictCheck, "names"), (ConflictDecision, "note")):
        for statement in (model.update({column: "other"}), model.delete()):
            with pytest.raises(Exception, match="never changed") as refused:
                statement.where(model.id == check["id"]).execute()
            assert isinstance(refused.value.orig, postgres.RaiseException)


def test_records_that_a_key_may_not_read_are_hidden(firm, api_of):
    jane = a_client(firm, first_name="Jane", last_name="Roe")
    parties.add(firm, a_matter(firm).id, name="Jane Roe", kind="person", role="witness")
    about = {"matter_id": a_matter(firm, title="Roe", client_id=jane.id).id}
    sought = [[each["text"] for each in hits_of(api_of(firm, "matters:write", *more), "Max Moss", **about)["sought"]]
              for more in (("matters:read",), ("clients:read",), ("matters:read", "clients:read"))]
    assert sought == [["Max Moss"], ["Max Moss"], ["Jane Roe", "Max Moss"]]
    hits = [{hit["kind"]: hit.get("name") for hit in hits_of(api_of(firm, "matters:write", *more), "Jane Roe")["hits"]}
            for more in ((), ("matters:read",), ("clients:read",), ("matters:read", "clients:read"))]
    assert hits == [{"client": None, "party": None}, {"client": None, "party": "Jane Roe"},
                    {"client": "Jane Roe", "party": None}, {"client": "Jane Roe", "party": "Jane Roe"}]


def test_hidden_hit_says_its_kind_and_whom_to_ask(firm, api_as, statements):
    attorney, staff, admin = a_user(firm), a_user(firm, "staff"), a_user(firm, "admin")
    attorney.change(first_name="Ada", last_name="King")
    admin.change(first_name="Olga", last_name="Diaz")
    matter = a_matter(firm, client_id=a_client(firm, first_name="Jane", last_name="Roe").id)
    change_matter(firm, matter.id, assigned_attorney=attorney.id)
    parties.add(firm, a_matter(firm).id, name="Jane Roe", kind="person", role="witness")
    theirs = a_matter(firm, assigned_attorney=staff.id)
    parties.add(firm, theirs.id, name="Jane Row", kind="person", role="witness")
    by_staff = api_as(staff)
    check = hits_of(by_staff, "Jane Roe")
    assert sorted(check["hits"], key=str)[:2] == [
        {"kind": "client", "visible": False, "ask": ["Ada King"]},
        {"kind": "party", "visible": False, "ask": ["Olga Diaz"]}]
    assert [hit["name"] for hit in check["hits"] if hit["visible"]] == ["Jane Row"]
    path = f"{CHECKS}/{check['id']}"
    with statements() as few:
        by_staff.get(path)
    for number in range(3):
        parties.add(firm, a_matter(firm).id, name="Jane Roe", kind="person", role="other")
        a_client(firm, first_name="Jane", last_name="Roe", email=f"{number}.{firm.slug}@example.com")
    again = hits_of(by_staff, "Jane Roe")
    with statements() as many:
        assert len(by_staff.get(f"{CHECKS}/{again['id']}").json["data"]["hits"]) == len(check["hits"]) + 6
    assert len(many) == len(few)
    by_attorney = api_as(attorney)
    assert {hit["name"] for hit in by_attorney.get(path).json["data"]["hits"]} == {
        "Jane Roe", "Jane Row"}
    other = hits_of(by_attorney, "Jane Roe")
    assert by_staff.get(f"{CHECKS}/{other['id']}").status_code == 404
    assert [row["id"] for row in by_staff.get(CHECKS).json["data"]] == [again["id"], check["id"]]
    of_theirs = by_staff.post(CHECKS, {"names": [], "matter_id": theirs.id}).json["data"]
    assert by_staff.get(f"{CHECKS}/{of_theirs['id']}").json["data"]["sought"] == [{"text": "Jane Row", "part": "name"}]
    change_matter(firm, theirs.id, assigned_attorney=attorney.id)
    assert by_staff.get(f"{CHECKS}/{of_theirs['id']}").status_code == 404
    assert [row["id"] for row in by_staff.get(CHECKS).json["data"]] == [again["id"], check["id"]]


def test_check_of_a_lead_goes_with_it_to_its_matter(firm, api, api_as, signed_in_as):
    staff = a_user(firm, "staff")
    lead, matter = a_lead(firm), a_matter(firm, client_id=a_client(firm).id, assigned_attorney=staff.id)
    check = hits_of(api, lead_id=lead.id)
    by_staff, desk, tab = api_as(staff), signed_in_as(staff), f"/matters/{matter.id}/parties"
    assert refusal(by_staff.get(f"{CHECKS}/{check['id']}")) == (404, "conflict_check_not_found")
    lead.change(matter_id=matter.id)

    assert f"/conflicts/{check['id']}" in desk.get(tab).text
    page = desk.get(f"/conflicts/{check['id']}")
    assert (page.status_code, f"{tab}\"" in page.text, f"/leads/{lead.id}" in page.text) == (200, True, False)
    assert desk.submit(f"/conflicts/{check['id']}", "/conflicts").status_code == 303  # once more, of the matter
    for listed in (by_staff.get(CHECKS), api.get(f"{CHECKS}?matter_id={matter.id}")):
        assert [row["lead_id"] for row in listed.json["data"]] == [None, lead.id]
    assert by_staff.post(f"{CHECKS}/{check['id']}/decide", {"decision": "clear"}).status_code == 200
    acts = [row["action"] for row in data(by_staff.get(f"/matters/{matter.id}/activity"))]
    assert (acts[0], acts.count("conflict_check.created")) == ("conflict_check.decided", 2)


def test_no_link_without_a_cleared_check_where_the_firm_wants_one(firm, api, worker):
    change_settings(firm, settings={"require_conflict_check": True})
    matter = a_matter(firm, client_id=a_client(firm, first_name="Jane", last_name="Roe").id)

    def refused():
        answer = api.post(f"/matters/{matter.id}/intake-link", {"channels": []})
        return answer.status_code != 201 and answer.json["error"]["code"]

    def decided(check, decision="clear"):
        return api.post(f"{CHECKS}/{check['id']}/decide", {"decision": decision}).status_code

    assert refused() == "conflict_check_required"
    first = hits_of(api, matter_id=matter.id)
    assert first["hits"] == []
    assert first["sought"][0] == {"text": "Jane Roe", "part": "name"}
    assert (refused(), decided(first, "conflict"), refused()) == (
        "conflict_check_required", 200, "conflict_check_required")
    assert (decided(hits_of(api, matter_id=matter.id)), refused()) == (200, False)

    a_client(firm, first_name="Ana", last_name="Fuentes")
    party = api.post(f"/matters/{matter.id}/parties", {"name": "Anna Fuentes", "role": "opposing"}).json["data"]
    assert refused() == "conflict_check_required"
    worker.settle()
    newest, *earlier = api.get(f"{CHECKS}?matter_id={matter.id}").json["data"]
    assert (newest["decision"], newest["hits_count"], newest["previous_id"]) == (None, 1, earlier[0]["id"])
    assert (decided(newest, "screened"), refused()) == (200, False)
    assert api.patch(f"/matters/{matter.id}/parties/{party['id']}", {"role": "witness"}).status_code == 200
    assert api.delete(f"/matters/{matter.id}/parties/{party['id']}").status_code == 200

    other = a_client(firm, first_name="Zoe", last_name="Marsh")
    assert api.patch(f"/matters/{matter.id}", {"client_id": other.id}).status_code == 200
    assert refused() == "conflict_check_required"
    worker.settle()
    assert api.get(f"{CHECKS}?matter_id={matter.id}").json["data"][0]["previous_id"] == newest["id"]


def test_matters_are_checked_again_when_their_client_is_called_otherwise(firm, api, signed_in_as, worker):
    former = a_client(firm, first_name="Zoe", last_name="Marsh")
    client = a_client(firm, first_name="Jane", last_name="Roe", phone="+15125550142")
    checked, never = a_matter(firm, client_id=client.id), a_matter(firm, client_id=client.id)
    hits_of(api, matter_id=checked.id)

    def newest(matter=checked):
        worker.settle()
        rows = data(api.get(f"{CHECKS}?matter_id={matter.id}"))
        return len(rows), rows[0]["decision"], [hit["name"] for hit in data(api.get(
            f"{CHECKS}/{rows[0]['id']}"))["hits"]]

    assert newest() == (1, None, [])
    assert api.patch(f"/clients/{client.id}", {"notes": "Is called Marsh now"}).status_code == 200
    assert newest() == (1, None, [])
    assert api.patch(f"/clients/{client.id}", {"first_name": "Zoe", "last_name": "Marsh"}).status_code == 200
    assert newest() == (2, None, ["Zoe Marsh"])
    page = f"/clients/{client.id}/edit"
    assert signed_in_as(a_user(firm, "admin")).submit(page, page, last_name="Roe").status_code == 303
    assert newest() == (3, None, [])
    assert data(api.get(f"{CHECKS}?matter_id={never.id}")) == []

    merge(firm, client.id, former.id)
    assert newest() == (4, None, [])
    undo(firm, client.id)
    assert newest() == (5, None, [])
    [check] = data(api.get(f"{CHECKS}?matter_id={checked.id}&per_page=1"))
    assert data(api.get(f"{CHECKS}/{check['id']}"))["sought"][0] == {"text": "Zoe Roe", "part": "name"}


def test_lead_is_cleared_by_its_check_and_so_is_the_matter_that_it_becomes(firm, api):
    change_settings(firm, settings={"require_conflict_check": True})
    lead = receive(firm, first_name="Sergei", last_name="Kuznetsov", email="sk@example.com",
                   parties=[{"name": "Wei Wang", "kind": "person", "role": "opposing", "aliases": ["Vivian Wang"],
                             "relation": "landlord"}])
    check = hits_of(api, lead_id=lead.id)
    shown = api.get(f"/leads/{lead.id}").json["data"]
    assert (shown["status"], shown["conflict_check_id"], check["hits"]) == ("checking", check["id"], [])
    api.post(f"{CHECKS}/{check['id']}/decide", {"decision": "clear"})
    assert api.get(f"/leads/{lead.id}").json["data"]["status"] == "cleared"
    converted = api.post(f"/leads/{lead.id}/convert", {"channels": []})
    assert converted.status_code == 201, converted.text
    matter_id = converted.json["data"]["matter"]["id"]
    [party] = api.get(f"/matters/{matter_id}/parties").json["data"]
    assert (party["name"], party["role"], party["aliases"], party["relation"]) == (
        "Wei Wang", "opposing", ["Vivian Wang"], "landlord")
    assert hits_of(api, matter_id=matter_id)["previous_id"] == check["id"]


def test_check_of_an_erased_lead_can_be_decided(firm, api):
    lead = a_lead(firm)
    check = data(api.post(CHECKS, {"names": ["Acme"], "lead_id": lead.id}), 201)
    erasure = data(api.post("/erasures", {"lead_id": lead.id, "reason": "Spam."}), 201)
    data(api.post(f"/erasures/{erasure['id']}/confirm"), 202)
    erase(firm.id, erasure["id"])
    assert refusal(api.get(f"/leads/{lead.id}")) == (404, "lead_not_found")
    assert data(api.post(f"{CHECKS}/{check['id']}/decide", {"decision": "clear"}))["decision"] == "clear"


def test_check_from_before_somebody_was_added_does_not_clear_a_lead(firm, api):
    lead = receive(firm, first_name="Sergei", last_name="Kuznetsov", email="sk@example.com")
    check = hits_of(api, lead_id=lead.id)
    api.patch(f"/leads/{lead.id}", {"parties": [{"name": "Wei Wang", "role": "opposing"}]})
    api.post(f"{CHECKS}/{check['id']}/decide", {"decision": "clear"})
    assert api.get(f"/leads/{lead.id}").json["data"]["status"] == "checking"
    api.post(f"{CHECKS}/{hits_of(api, lead_id=lead.id)['id']}/decide", {"decision": "clear"})
    assert api.get(f"/leads/{lead.id}").json["data"]["status"] == "cleared"


def test_names_are_queued_only_where_they_are_indexed(firm, api):
    """In a firm that never ran a check, a client, a lead and its party cost nothing, and the first check finds them."""
    first, second = (a_client(firm, first_name=name, last_name="Quill") for name in ("Ada", "Olga"))
    receive(firm, first_name="Ida", last_name="Nemec", email="ida@example.com",
            parties=[{"name": "Rita Novak", "kind": "person", "role": "opposing", "aliases": [], "relation": None}])
    parties.add(firm, a_matter(firm).id, name="Vera Horak", kind="person", role="witness")
    assert queued(firm) == []
    merge(firm, first.id, second.id)  # the row of a merged client may be gone before the next check
    assert set(queued(firm)) == {("client", first.id)}
    for name, kind in (("Ada Quill", "merged_client"), ("Ida Nemec", "lead"), ("Rita Novak", "lead_party"),
                       ("Vera Horak", "party")):
        assert kind in [hit["kind"] for hit in hits_of(api, name)["hits"]]
    third = a_client(firm)
    assert queued(firm) == [("client", third.id)]


def test_first_index_waits_for_those_who_write_without_it(firm, at_once):
    """A client whose transaction began before the indexing and ends after it is in the index."""
    is_written = Event()

    def write_or_index(index):
        if index:
            assert is_written.wait(60)
            return index_firm(firm)
        with db.atomic():
            client = a_client(firm, first_name="Late", last_name="Comer")
            is_written.set()
            wait_until(index_waits)
        return client

    client, _ = at_once(2, write_or_index)
    assert ConflictName.select().where(ConflictName.record_id == client.id).count() > 0
    assert queued(firm) == []


def index_waits():
    return db.execute_sql("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted "
                          "AND classid::bigint = hashtext('conflict_index')::bigint & 4294967295").fetchone()


def test_each_firm_with_records_in_the_queue_is_found_once(firm, rival):
    db.execute_sql("INSERT INTO conflict_queue (firm_id, kind, record_id) SELECT unnest(%s), 'lead', 'lead_absent'",
                   ([firm.id, rival.id, firm.id, rival.id],))
    found = ConflictIndex.firms_behind(100_000)
    assert sorted({firm.id, rival.id}) == [id for id in found if id in (firm.id, rival.id)]
    assert len(found) == len(set(found))
    assert ConflictIndex.firms_behind(1) == found[:1]


def queued(firm):
    return db.execute_sql("SELECT kind, record_id FROM conflict_queue WHERE firm_id = %s ORDER BY id",
                          (firm.id,)).fetchall()


def test_checks_of_a_firm_leave_threads_to_others(firm, api, rival_api, signed_in_as):
    """Checks of many names take seconds each in a firm with thousands of similar ones."""
    desk, names = signed_in_as(a_user(firm, "attorney")), [f"Ana Silva {letter}." for letter in "ABCDEF"]
    with ExitStack() as others:
        for _ in range(max_long_requests()):
            others.enter_context(long_request(firm.id))
        assert refusal(api.post(CHECKS, {"names": names})) == (429, "rate_limit_exceeded")
        page = desk.submit("/conflicts", "/conflicts", names="\n".join(names))
        assert (page.status_code, "Other checks of your firm are under way." in page.text) == (429, True)
        assert "Ana Silva F.</textarea>" in page.text
        assert hits_of(api, *names[1:])["hits"] == hits_of(rival_api, *names)["hits"] == []
    assert desk.submit("/conflicts", "/conflicts", names="\n".join(names)).status_code == 303
