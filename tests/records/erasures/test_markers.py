"""After an erasure the database contains no text of the client, and no row of the neighbour is changed."""

import hashlib
import json
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from peewee import InternalError

from intake.accounts.audit.chain import chain, verify
from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.actions import change_settings
from intake.accounts.firms.models import Firm
from intake.cases.client_merges.actions import merge
from intake.cases.client_merges.jobs import purge_merged_clients
from intake.cases.client_merges.models import ClientMerge
from intake.cases.client_merges.states import UNDO_FOR
from intake.cases.clients.models import Client
from intake.cases.holds.actions import create as hold
from intake.cases.holds.errors import OnHold
from intake.cases.holds.models import LegalHold
from intake.cases.intake_forms.actions import ensure_form
from intake.cases.matters.models import Matter
from intake.console.reports.models import Report
from intake.core.clock import iso, now
from intake.core.db import db
from intake.engagement.conflicts.actions import check, decide
from intake.engagement.conflicts.models import ConflictCheck
from intake.listeners import TASKS
from intake.messaging.notifications.models import FirmMessage
from intake.records.erasures import actions
from intake.records.erasures.certificate import sha256_of
from intake.records.erasures.conflict_checks import MARK
from intake.records.erasures.models import Erasure, ErasureItem
from intake.records.erasures.states import DONE
from intake.records.exports.models import Export
from intake.records.privacy_requests.models import PrivacyRequest
from tests.builders import a_caller, a_client, a_document, a_matter, a_template, a_user
from tests.conftest import Api
from tests.core.answers import refusal
from tests.stand_ins.mailbox import plain
from tests.waiting import is_waited_for, wait_until

from .planting import Planted, rows_with


@pytest.fixture
def planted(firm):
    """A client and a neighbour, each with a row in every table and chained entries in the audit log."""
    user = a_user(firm, "admin")
    client = Planted(firm, user, f"gone{uuid4().hex[:8]}x")
    rows = [client, Planted(firm, user, f"near{uuid4().hex[:8]}x", client)]
    db.execute_sql("UPDATE integrations SET is_active = false WHERE firm_id = %s", (firm.id,))
    chain(firm.id)
    return rows


def erase(firm, **record):
    """Request the erasure, confirm it, and let the worker perform it."""
    caller = a_caller(firm)
    erasure = actions.propose(caller, reason="asked for", **record)
    actions.confirm(caller, erasure.id)
    TASKS["erase"].function(firm.id, erasure.id)
    return Erasure.fetch(firm, erasure.id)


def test_no_marker_of_the_client_is_left_and_every_row_of_the_neighbour_is_the_same(firm, planted):
    client, neighbour = planted
    assert len(client.markers) > 100
    before = rows_with(neighbour.name)

    erasure = erase(firm, client_id=client.ids["clients"])

    assert erasure.status == DONE
    assert rows_with(client.name) == []
    request = PrivacyRequest.fetch(firm, client.ids["privacy_requests"])
    assert (request.client_id, request.note, request.verification, request.kind) == (None, None, None, "access")
    assert rows_with(neighbour.name) == before
    assert verify(firm.id).first_bad is None


@pytest.mark.parametrize(("kind", "table", "gone", "kept"), [
    ("matter_id", "matters", ("matters", "communications", "intake_forms", "uploads", "events"), ("clients",)),
    ("document_id", "document_requests", ("document_requests", "uploads", "previews"),
     ("clients", "matters", "communications", "deadlines"))])
def test_a_part_goes_alone(firm, planted, kind, table, gone, kept):
    client, neighbour = planted
    before = rows_with(neighbour.name)

    erasure = erase(firm, **{kind: client.ids[table]})

    left = {row.partition(" ")[0] for row in rows_with(client.name)}
    assert not left & {*gone}
    assert left >= {*kept}
    assert (erasure.erased["uploads"], erasure.reason) == (1, None)
    assert rows_with(neighbour.name) == before
    assert verify(firm.id).first_bad is None


@pytest.mark.parametrize("kind", ["matter_id", "document_id"])
def test_exports_and_reports_that_show_a_part_go_with_it(firm, kind):
    client, other = a_client(firm), a_client(firm, first_name="Bo")
    matter = a_matter(firm, client_id=client.id)
    record = {"matter_id": matter.id, "document_id": a_document(firm, matter).id}[kind]
    a_document(firm, a_matter(firm, client_id=other.id))
    reported = {"type": "documents", "format": "csv", "recipients": [], "language": "en"}
    for each in (client, other):
        Export.create(firm_id=firm.id, client_id=each.id, language="en", status="ready")
        Report.create(firm_id=firm.id, filters={"client_id": each.id}, **reported)
    Report.create(firm_id=firm.id, filters={"matter_id": matter.id}, **reported)
    FirmMessage.create(firm_id=firm.id, occasion="ntf_1", channel="email", to="office@example.com", status="sent",
                       subject="A file was handed in", message="Look at it.")

    erased = erase(firm, **{kind: record}).erased

    assert [export.client_id for export in Export.of(firm)] == [other.id]
    assert [report.filters for report in Report.of(firm)] == [{"client_id": other.id}]
    assert (erased["exports"], erased["reports"]) == (1, 2)
    assert FirmMessage.of(firm).count() == 1, "what mentions no name stays, also where there is no name to look for"


@pytest.mark.parametrize(("kind", "merged"), [("client_id", False), ("matter_id", True), ("document_id", False)])
def test_what_was_made_of_a_client_who_had_the_matter_goes_with_it(api, firm, kind, merged):
    client, other, third, twin = (a_client(firm, last_name=name) for name in ("One", "Two", "Three", "Two Again"))
    matter = a_matter(firm, client_id=other.id)
    ids = {"client_id": client.id, "matter_id": matter.id, "document_id": a_document(firm, matter).id}
    made = {"format": "csv", "recipients": [], "language": "en"}
    for each in (other, third):
        Export.create(firm_id=firm.id, client_id=each.id, language="en", status="ready")
        Report.create(firm_id=firm.id, type="documents", filters={"client_id": each.id}, **made)
    api.patch(f"/matters/{matter.id}", {"client_id": client.id})
    Export.create(firm_id=firm.id, client_id=other.id, language="en", status="ready")  # contains their answers
    if merged:
        merge(firm, other.id, twin.id)
    erased = erase(firm, **{kind: ids[kind]}).erased
    assert (erased["exports"], erased["reports"]) == (2, 1)
    assert [export.client_id for export in Export.of(firm)] == [third.id]
    assert [report.filters for report in Report.of(firm)] == [{"client_id": third.id}]


def test_an_erasure_that_waits_goes_with_what_it_was_asked_for(api, firm):
    client = a_client(firm)
    matter, other = a_matter(firm, client_id=client.id), a_matter(firm)
    asked = [api.post("/erasures", {"matter_id": each.id, "reason": "Quux asked"}).json["data"]["id"]
             for each in (matter, other)]
    erase(firm, client_id=client.id)
    assert [api.get(f"/erasures/{id}").status_code for id in asked] == [404, 200]
    [entry] = api.get("/audit-log?action=erasure.withdrawn").json["data"]
    assert entry["record"]["id"] == asked[0]


def test_words_that_other_matters_are_called_as_well_stay_in_what_is_said_of_others(api, firm):
    gone, other = a_matter(firm, title="Divorce", client_label="Your divorce"), a_matter(firm, title="Silva DIVORCE")
    api.post("/views", {"name": "Divorces", "page": "/matters?search=divorce", "shared": True})
    searched = {"search": {"title": "Your divorce"}, "reason": "Roe v. Silva"}
    api.post(f"/legal-holds/{api.post('/legal-holds', searched).json['data']['id']}/lift")
    checked = check(firm, ["Acme Divorce Services"], matter_id=other.id)
    decide(firm, checked.id, "clear", note="A divorce in 2019, nothing in common.")
    erase(firm, matter_id=gone.id)
    kept = ConflictCheck.fetch_decided(firm, checked.id)
    assert (kept.names, kept.note) == (["Acme Divorce Services"], "A divorce in 2019, nothing in common.")
    assert [view["name"] for view in api.get("/views").json["data"]] == ["Divorces"]
    assert api.get("/legal-holds").json["data"] == [], "no other matter is called `Your divorce`"


def test_what_is_held_is_not_erased(api, firm, signed_in_as):
    client, other = a_client(firm), a_client(firm)
    matter = a_matter(firm, client_id=client.id)
    document = a_document(firm, matter)
    asked = api.post("/erasures", {"client_id": client.id, "reason": "asked for"}).json["data"]
    hold = api.post("/legal-holds", {"matter_id": matter.id, "reason": "Roe v. Silva"}).json["data"]
    assert api.post("/erasures", {"client_id": other.id, "reason": "r"}).status_code == 201, "it is not held"
    calls = [("/erasures", {"matter_id": matter.id, "reason": "r"}), (f"/erasures/{asked['id']}/confirm", None),
             ("/erasures", {"document_id": document.id, "reason": "r"})]
    for path, body in calls:
        answer = api.post(path, body)
        assert (answer.status_code, answer.json["error"]["code"]) == (423, "on_hold")
    with pytest.raises(OnHold), db.atomic():
        actions.erase_firm(firm)
    api.post(f"/legal-holds/{hold['id']}/lift")
    assert api.post(f"/erasures/{asked['id']}/confirm").status_code == 202
    api.post("/legal-holds", {"client_id": client.id, "reason": "Roe v. Silva"})
    TASKS["erase"].function(firm.id, asked["id"])
    assert api.get(f"/clients/{client.id}").status_code == 200
    assert api.get(f"/erasures/{asked['id']}").json["data"]["status"] == "failed"
    desk, page = signed_in_as(a_user(firm, "admin")), f"/settings/records/erasures/{asked['id']}"
    shown = desk.get(page).text
    assert "A legal hold covers it: nothing was erased." in shown
    assert f'{page}/confirm"' not in shown
    assert api.post(f"/erasures/{asked['id']}/confirm").status_code == 423
    api.post(f"/legal-holds/{LegalHold.of(firm).where(LegalHold.lifted_at.is_null()).get().id}/lift")
    assert "Confirm it again" in desk.get(page).text
    assert api.delete(f"/erasures/{asked['id']}").status_code == 200


def test_answers_in_a_held_matter_that_has_another_client_now_keep_theirs(api, firm):
    client, other = a_client(firm), a_client(firm, last_name="Other")
    matter = a_matter(firm, client_id=client.id)
    matter.change(intake_template_id=a_template(firm).id)
    ensure_form(matter)
    matter.change(client_id=other.id)
    hold = api.post("/legal-holds", {"matter_id": matter.id, "reason": "Roe v. Silva"}).json["data"]
    asked = {"client_id": client.id, "reason": "asked for"}
    assert api.post("/erasures", asked).status_code == 423
    api.post(f"/legal-holds/{hold['id']}/lift")
    stays = {each["kind"]: each["count"] for each in api.post("/erasures", asked).json["data"]["stays"]}
    assert stays["other_matters"] == 1


def test_client_who_was_merged_is_kept_by_a_search_that_finds_them(api, firm):
    client, merged = a_client(firm), a_client(firm, last_name="Ottoline")
    api.post(f"/clients/{merged.id}/merge", {"into": client.id})
    api.post("/legal-holds", {"search": {"client_name": "Ottoline"}, "reason": "Roe v. Silva"})
    assert api.post("/erasures", {"client_id": client.id, "reason": "asked for"}).status_code == 423
    ClientMerge.update(created_at=now() - 2 * UNDO_FOR).where(ClientMerge.firm_id == firm.id).execute()
    purge_merged_clients()
    assert Client.for_job(merged.id).last_name == "Ottoline"


def test_client_who_was_merged_meanwhile_is_not_said_to_be_erased(api, firm, signed_in_as):
    client, other = a_client(firm), a_client(firm)
    matter = a_matter(firm, client_id=client.id)
    asked = api.post("/erasures", {"client_id": client.id, "reason": "asked for"}).json["data"]["id"]
    api.post(f"/clients/{client.id}/merge", {"into": other.id})
    assert api.post(f"/erasures/{asked}/confirm").json["error"]["code"] == "client_merged"
    desk, page = signed_in_as(a_user(firm, "admin")), f"/settings/records/erasures/{asked}"
    assert "was merged into another one" in desk.get(page).text
    assert desk.form(page, f"{page}/withdraw")
    api.post(f"/clients/{client.id}/merge/undo")
    assert api.post(f"/erasures/{asked}/confirm").status_code == 202
    api.post(f"/clients/{client.id}/merge", {"into": other.id})
    TASKS["erase"].function(firm.id, asked)
    assert Matter.fetch(firm, matter.id).client_id == other.id
    assert "Confirm it again" not in desk.get(page).text
    assert desk.submit(page, f"{page}/withdraw").status_code == 303
    assert Erasure.of(firm).count() == 0


def test_matter_that_comes_under_a_hold_while_the_erasure_waits_is_not_erased(firm, at_once):
    matter = a_matter(firm, client_id=a_client(firm).id)
    hold(firm, "Roe v. Silva", search={"practice_area": "immigration"})
    erasure = actions.propose(a_caller(firm), reason="asked for", client_id=matter.client_id)
    actions.confirm(a_caller(firm), erasure.id)
    locked = []

    def one(place):
        if place:
            wait_until(lambda: locked)
            TASKS["erase"].function(firm.id, erasure.id)
        else:
            with db.atomic():
                Matter.fetch_locked(firm, matter.id).change(practice_area="immigration")
                locked.append(True)
                wait_until(is_waited_for)

    at_once(2, one)
    assert Matter.fetch(firm, matter.id).practice_area == "immigration"
    assert (Erasure.fetch(firm, erasure.id).status, ErasureItem.ids(erasure)) == ("failed", [])


def test_two_people_erase_a_client_if_the_firm_says_so(api, api_as, firm):
    change_settings(firm, settings={"two_people_erase_clients": True})
    asking, other = (api_as(a_user(firm, "admin")) for _ in range(2))
    asked = asking.post("/erasures", {"client_id": a_client(firm).id, "reason": "asked for"}).json["data"]
    for caller in (asking, api):
        answer = caller.post(f"/erasures/{asked['id']}/confirm")
        assert (answer.status_code, answer.json["error"]["code"]) == (403, "second_person_required")
    assert other.post(f"/erasures/{asked['id']}/confirm").status_code == 202
    alone = asking.post("/erasures", {"matter_id": a_matter(firm).id, "reason": "asked for"}).json["data"]
    assert asking.post(f"/erasures/{alone['id']}/confirm").status_code == 202, "only clients take two people"


def test_one_admin_ends_the_rule_of_two_people_only_after_a_week(api, api_as, firm, worker, mailbox):
    firm.change(email=f"office.{firm.slug}@example.com")
    admin, other = (a_user(firm, "admin") for _ in range(2))
    one, name = api_as(admin), "two_people_erase_clients"

    def switch(is_on, caller=one):
        return caller.patch("/firms/settings", {"settings": {name: is_on}}).json["data"]["settings"]

    def acts():
        return AuditEntry.select().where(
            AuditEntry.firm_id == firm.id, AuditEntry.action == "firm.single_erasure_announced").count()

    assert switch(True) == {name: True}
    off, again = switch(False), switch(False)
    assert (off[name], off) == (True, again)
    until = datetime.fromisoformat(off[f"{name}_until"])
    assert timedelta(days=6, hours=23) < until - now() <= timedelta(days=7)
    asked = one.post("/erasures", {"client_id": a_client(firm).id, "reason": "asked for"}).json["data"]
    assert refusal(one.post(f"/erasures/{asked['id']}/confirm")) == (403, "second_person_required")
    worker.settle()
    for address in (firm.email, admin.email, other.email):
        [mail] = mailbox.mails(address)
        assert "Calendar has switched off that two people erase a client" in plain(mail), "the application of `api_as`"
    assert acts() == 1

    assert switch(True, api_as(other)) == {name: True, f"{name}_until": None}
    switch(False)
    firm.change(settings=Firm.fetch(firm.id).settings | {f"{name}_until": iso(now())})
    assert one.get("/firms").json["data"]["settings"].items() >= {name: False, f"{name}_until": None}.items()
    assert one.post(f"/erasures/{asked['id']}/confirm").status_code == 202
    assert switch(True)[name] is True
    assert api.get("/firms").json["data"]["settings"][name] is True, "an end that has passed ends no new rule"


def test_who_asks_by_a_key_is_not_the_second_person(app, api_as, firm):
    change_settings(firm, settings={"two_people_erase_clients": True})
    one, other = (api_as(a_user(firm, "admin")) for _ in range(2))

    def a_key(maker):
        return maker.post("/firms/api-keys", {"name": "Import", "scopes": ["firms:write", "clients:read"]}).json["data"]

    made = a_key(other)
    texts = {"made by a key of one": a_key(Api(app, a_key(one)["api_key"]))["api_key"],
             "made anew by one": one.post(f"/firms/api-keys/{made['id']}/regenerate").json["data"]["api_key"]}
    for how, text in texts.items():
        asked = Api(app, text).post("/erasures", {"client_id": a_client(firm).id, "reason": "asked for"}).json["data"]
        assert one.post(f"/erasures/{asked['id']}/confirm").status_code == 403, how
        assert other.post(f"/erasures/{asked['id']}/confirm").status_code == 202, how


def test_what_a_key_without_a_maker_asks_for_is_confirmed_by_two_people(api, api_as, firm):
    change_settings(firm, settings={"two_people_erase_clients": True})
    one, other = (a_user(firm, "admin") for _ in range(2))
    ask = api.post("/erasures", {"client_id": a_client(firm, first_name="Ana").id, "reason": "asked for"})
    asked = Erasure.fetch(firm, ask.json["data"]["id"])
    path = f"/erasures/{asked.id}/confirm"
    assert api.post(path).json["error"]["code"] == "second_person_required"
    assert api_as(one).post(path).json["data"]["status"] == "proposed"
    for caller in (api_as(one), api):
        assert caller.post(path).json["error"]["code"] == "second_person_required"
    assert api_as(other).post(path).json["data"]["status"] == "running"
    acts = AuditEntry.select().where(AuditEntry.record_id == asked.id, AuditEntry.firm_id == firm.id)
    assert {entry.action for entry in acts} == {"erasure.proposed", "erasure.supported", "erasure.confirmed"}


def test_the_certificate_has_numbers_and_digests_and_is_sealed(api, firm):
    client = a_client(firm, first_name="Ottoline", last_name="Quux")
    asked = api.post("/erasures", {"client_id": client.id, "reason": "Ottoline Quux asked"}).json["data"]
    assert (asked["status"], asked["goes"]) == ("proposed", [{"kind": "clients", "count": 1}])
    api.post(f"/erasures/{asked['id']}/confirm")
    TASKS["erase"].function(firm.id, asked["id"])
    certificate = api.get(f"/erasures/{asked['id']}/certificate").json["data"]
    assert certificate["records_sha256"] == hashlib.sha256(f"{client.id}\n".encode()).hexdigest()
    assert (certificate["rows"]["clients"], certificate["files"]) == (1, 0)
    [entry] = api.get("/audit-log?action=erasure.finished").json["data"]
    assert entry["details"]["certificate_sha256"] == sha256_of(certificate)
    pdf = api.get(f"/erasures/{asked['id']}/certificate.pdf")
    assert (pdf.mimetype, pdf.data[:5]) == ("application/pdf", b"%PDF-")
    assert api.get(f"/erasures/{asked['id']}/certificate.pdf").data == pdf.data
    assert "Quux" not in json.dumps(certificate) + api.get(f"/erasures/{asked['id']}").text
    TASKS["sweep_erasure"].function(firm.id, asked["id"])
    assert ErasureItem.ids(Erasure.fetch(firm, asked["id"])) == []
    assert api.get(f"/erasures/{asked['id']}/certificate").json["data"] == certificate


def test_a_check_of_another_matter_loses_only_the_hits_of_who_is_erased(firm):
    gone, other = a_client(firm, first_name="Ottoline", last_name="Quux"), a_client(firm, last_name="Quuxley")
    row = check(firm, ["Ottoline Quux", "Ana Quuxley"])
    with pytest.raises(InternalError), db.atomic():
        row.change(names=[hashlib.sha256(b"Ottoline Quux").hexdigest(), "Ana Quuxley"])
    erase(firm, client_id=gone.id)
    left = ConflictCheck.fetch(firm, row.id)
    assert left.names == [MARK, "Ana Quuxley"]
    assert hashlib.sha256(b"Ottoline Quux").hexdigest() not in json.dumps([left.names, left.sought, left.hits])
    assert "Ottoline" not in json.dumps([left.sought, left.hits])
    assert [hit["record_id"] for hit in left.hits] == [hit["record_id"] for hit in row.hits]
    assert other.full_name in [hit["name"] for hit in left.hits]
