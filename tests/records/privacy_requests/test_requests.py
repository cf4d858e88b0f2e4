"""`/api/v1/privacy-requests` and `/p/<token>/privacy`: asking, the clock, carrying out, answering, and the remains."""

import re
from datetime import time, timedelta

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.models import Firm
from intake.cases.client_merges.actions import merge
from intake.cases.client_merges.models import lock_matters
from intake.cases.holds.actions import create as put_on_hold
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.local_time import moment_at, to_local, today_in
from intake.core.query_plans import recording
from intake.engine.tasks.models import Task
from intake.messaging.communications.models import Communication
from intake.messaging.notifications.models import Notification
from intake.portal.codes.models import PortalCode
from intake.portal.links.actions import make as make_link
from intake.records.erasures.jobs import erase
from intake.records.erasures.models import Erasure
from intake.records.exports.jobs import make_export_failed, purge_old_exports
from intake.records.exports.models import Export
from intake.records.privacy_requests.jobs import remind_of_privacy_requests
from intake.records.privacy_requests.models import PrivacyRequest
from tests.builders import a_client, a_communication, a_matter, a_user
from tests.core.answers import data, ids, refusal, wrong_fields

PATH = "/privacy-requests"


@pytest.fixture
def client(firm):
    client = a_client(firm, first_name="Ana", email="ana@example.com", custom_fields={"language": "Spanish"})
    a_matter(firm, client_id=client.id)
    return client


def today_of(firm):
    return today_in(firm.timezone)


def mails(firm):
    return [(each.subject, each.message) for each in Communication.of(firm).order_by(Communication.id)]


def send_all(firm):
    """Send all messages that Intake wrote to clients, as a worker does."""
    Communication.update(status="sent").where(
        Communication.firm_id == firm.id, Communication.send_at.is_null()).execute()


def asked(api, client, **values):
    return data(api.post(PATH, {"client_id": client.id, "kind": "access", "source": "phone"} | values), 201)


def test_a_request_is_entered_while_the_clients_matter_gets_a_link(api, client, firm, while_locked):
    matter = Matter.of(firm).get()
    request, link = while_locked(
        lambda: Matter.fetch_locked(firm, matter.id), lambda: asked(api, client), lambda: make_link(firm, matter.id))
    assert (link.matter_id, request["mailed"]) == (matter.id, True)


def test_a_request_is_refused_while_its_client_is_merged(api, client, firm, while_locked):
    request, other = asked(api, client), a_client(firm)
    with recording() as explained:
        refused, _ = while_locked(
            lambda: lock_matters(firm, [client.id]),
            lambda: api.post(f"{PATH}/{request['id']}/refuse", {"reason": "Not ours to keep."}),
            lambda: merge(firm, client.id, other.id))
    assert data(refused)["status"] == "refused"
    assert data(api.get(f"{PATH}/{request['id']}"))["client_id"] == other.id
    locking = [event.params for event in explained.sent if re.search('FROM "matters".* FOR UPDATE', event.sql)]
    assert list(locking[-1]) == [firm.id, other.id], "the matters of the client whom the mail is to"


def test_a_request_is_carried_out_while_the_clients_matter_is_handed_over(api, client, firm, while_locked):
    matter, request = Matter.of(firm).get(), asked(api, client, verification="She called us.")
    carried_out, _ = while_locked(
        lambda: Firm.fetch_locked(firm.id),
        lambda: api.post(f"{PATH}/{request['id']}/carry-out"),
        lambda: Matter.fetch_locked(firm, matter.id))
    assert data(carried_out)["status"] == "in_progress"


def test_access_from_the_call_to_the_answer(api, client, firm):
    today = today_of(firm)
    made = asked(api, client, note="Wants everything.", received_on=str(today - timedelta(3)))
    assert (made["status"], made["due_on"], made["mailed"]) == ("verifying", str(today + timedelta(42)), True)
    assert refusal(api.post(PATH, {"client_id": client.id, "kind": "access", "source": "letter"})) == (
        409, "privacy_request_open")
    path = f"{PATH}/{made['id']}"
    assert refusal(api.post(f"{path}/carry-out")) == refusal(api.post(f"{path}/answer", {})) == (
        409, "identity_not_checked")
    for words in ("link", "link_and_code"):
        assert wrong_fields(api.post(f"{path}/verify", {"verification": words})) == {"verification"}
    checked = data(api.post(f"{path}/verify", {"verification": "Called back."}))
    assert (checked["status"], checked["verified_by"][:4]) == ("in_progress", "key_")
    assert checked["verified_at"]
    export_id = data(api.post(f"{path}/carry-out"))["export_id"]
    assert data(api.post(f"{path}/carry-out"))["export_id"] == export_id
    [export] = Export.of(firm)
    assert (export.id, export.client_id, export.language) == (export_id, client.id, "es")
    extended = data(api.post(f"{path}/extend", {"extension_reason": "Hay muchos papeles."}))
    assert extended["due_on"] == str(today + timedelta(87))
    assert refusal(api.post(f"{path}/extend", {"extension_reason": "More."})) == (409, "already_extended")
    assert ids(api.get(f"{PATH}?open=true&kind=access&client_id={client.id}")) == [made["id"]]
    done = data(api.post(f"{path}/answer", {"answer": "Venga a la oficina."}))
    assert (done["status"], done["answer"], bool(done["closed_at"])) == ("answered", "Venga a la oficina.", True)
    for act, body in (("verify", {"verification": "x"}), ("extend", {"extension_reason": "x"}), ("answer", {}),
                      ("refuse", {"reason": "x"}), ("carry-out", None)):
        assert refusal(api.post(f"{path}/{act}", body)) == (409, "privacy_request_closed"), act
    assert ids(api.get(f"{PATH}?open=true")) == []
    subjects = [subject for subject, _ in mails(firm)]
    assert subjects == ["Recibimos su solicitud", "Su solicitud tomará más tiempo", "Su solicitud está resuelta"]
    words = [message for _, message in mails(firm)]
    assert "Hay muchos papeles." in words[1]
    assert "Venga a la oficina." in words[2]
    assert not [each for each in words if "Wants everything" in each]
    acts = AuditEntry.of(firm).where(AuditEntry.record_id == made["id"]).order_by(AuditEntry.id)
    assert [each.action.partition(".")[2] for each in acts] == [
        "created", "verified", "carried_out", "carried_out", "extended", "answered"]
    assert asked(api, client)["id"] != made["id"]


def test_what_came_to_nothing_is_begun_again(api, client, firm):
    """A failed, cancelled or over 7 days old export is made again; so is a withdrawn erasure."""
    path = f"{PATH}/{asked(api, client, verification='Seen.')['id']}"
    first = data(api.post(f"{path}/carry-out"))["export_id"]
    Export.fetch(firm, first).change(status="ready", created_at=now() - timedelta(8), ready_at=now() - timedelta(8))
    assert data(api.post(f"{path}/carry-out"))["export_id"] == first
    purge_old_exports()
    second = data(api.post(f"{path}/carry-out"))["export_id"]
    api.delete(f"/exports/{second}")
    third = data(api.post(f"{path}/carry-out"))["export_id"]
    make_export_failed(firm.id, third)
    assert len({first, second, third, data(api.post(f"{path}/carry-out"))["export_id"]}) == 4

    path = f"{PATH}/{asked(api, client, kind='deletion', verification='Seen.')['id']}"
    first = data(api.post(f"{path}/carry-out"))["erasure_id"]
    api.delete(f"/erasures/{first}")
    assert data(api.post(f"{path}/carry-out"))["erasure_id"] != first


def test_wrong_requests_are_refused(api, client, rival):
    right = {"client_id": client.id, "kind": "access", "source": "letter"}
    for name, value in (("kind", "magic"), ("source", "portal"), ("note", "x" * 2001), ("note", "\0"),
                        ("received_on", str(now().date() + timedelta(2))), ("received_on", "2001-01-01"),
                        ("verification", "x" * 501), ("client_id", None)):
        assert name in wrong_fields(api.post(PATH, right | {name: value})), (name, value)
    assert refusal(api.post(PATH, right | {"client_id": a_client(rival).id})) == (404, "client_not_found")
    path = f"{PATH}/{asked(api, client)['id']}"
    assert wrong_fields(api.post(f"{path}/refuse", {"reason": " "})) == {"reason"}


def test_without_a_safe_address_no_mail_is_sent(api, firm):
    without_matter = a_client(firm, email="b@example.com")
    no_mail = a_client(firm, email="c@example.com", contact_preferences={"email": False, "identify": False})
    a_matter(firm, client_id=no_mail.id)
    for client in (without_matter, no_mail):
        made = asked(api, client, kind="correction", verification="In the office.")
        assert (made["status"], made["mailed"]) == ("in_progress", False)
    assert mails(firm) == []


def test_deletion_waits_for_holds_and_leaves_the_record_of_the_request(api, client, firm):
    kept = asked(api, a_client(firm), kind="deletion", note="Neighbour", verification="Seen.")
    made = asked(api, client, kind="deletion", note="Ana wants that", verification="Ana came by.")
    path = f"{PATH}/{made['id']}"
    hold = put_on_hold(firm, "Subpoena", client_id=client.id)
    for act in ("carry-out", "answer"):
        assert refusal(api.post(f"{path}/{act}", {})) == (423, "on_hold")
    hold.change(lifted_at=now())
    begun = data(api.post(f"{path}/carry-out"))
    assert data(api.post(f"{path}/carry-out"))["erasure_id"] == begun["erasure_id"]
    send_all(firm)
    data(api.post(f"/erasures/{begun['erasure_id']}/confirm"), 202)
    erase(firm.id, begun["erasure_id"])
    assert Erasure.fetch(firm, begun["erasure_id"]).is_done
    left = data(api.get(path))
    assert {name: left[name] for name in ("client_id", "note", "verification", "kind", "status")} == {
        "client_id": None, "note": None, "verification": None, "kind": "deletion", "status": "in_progress"}
    assert refusal(api.post(f"{path}/carry-out")) == (422, "invalid_status_transition")
    assert data(api.post(f"{path}/answer", {}))["status"] == "answered"
    assert data(api.get(f"{PATH}/{kept['id']}")) == kept


def test_the_answer_that_waits_for_the_clients_hours_is_sent_before_the_client_is_erased(api, client, firm):
    begins = to_local(now() + timedelta(hours=3), firm.timezone).replace(minute=0, second=0, microsecond=0)
    client.change(contact_preferences={"hours": {
        "from": f"{begins:%H:%M}", "to": f"{begins + timedelta(hours=1):%H:%M}"}})
    path = f"{PATH}/{asked(api, client, kind='deletion', verification='Seen.')['id']}"
    erasure = data(api.post(f"{path}/carry-out"))["erasure_id"]
    assert data(api.post(f"{path}/answer", {}))["mailed"]
    matter = Matter.of(firm).get()
    a_communication(firm, matter, status="queued", send_at=now() + timedelta(days=9))
    data(api.post(f"/erasures/{erasure}/confirm"), 202)
    erase(firm.id, erasure)
    assert len(mails(firm)) == 3
    assert Erasure.fetch(firm, erasure).is_running
    planned = Task.select().where(Task.name == "erase", Task.firm_id == firm.id).order_by(Task.due_at.desc()).first()
    assert planned.due_at == begins + timedelta(minutes=1)
    send_all(firm)
    erase(firm.id, erasure)
    assert Erasure.fetch(firm, erasure).is_done


def test_merging_moves_the_requests(api, client, firm):
    made = asked(api, client)
    target = a_client(firm)
    merge(firm, client.id, target.id)
    assert data(api.get(f"{PATH}/{made['id']}"))["client_id"] == target.id


def test_admins_are_reminded_twice(firm, api, client):
    admin, due = a_user(firm, "admin"), today_of(firm) + timedelta(45)
    request = asked(api, client)
    told = Notification.select().where(Notification.firm_id == firm.id, Notification.type == "privacy_request_due")
    def remind(day, **later):
        remind_of_privacy_requests(moment_at(day, time(), firm.timezone) + timedelta(**later))

    for zone in ("Pacific/Apia", "America/New_York"):
        firm.change(timezone=zone)
        remind(due - timedelta(10), minutes=-1)
        assert told.count() == 0, zone
    for days, number in ((10, 1), (9, 1), (2, 2), (0, 2)):
        remind(due - timedelta(days))
        assert told.count() == number, days
    assert [each.data for each in told] == [{"privacy_request_id": request["id"], "user_id": admin.id}] * 2
    data(api.post(f"{PATH}/{request['id']}/extend", {"extension_reason": "More papers."}))
    remind(due)
    assert told.count() == 2
    data(api.post(f"{PATH}/{request['id']}/refuse", {"reason": "No."}))
    remind(due + timedelta(45))
    assert told.count() == 2


def test_a_client_asks_on_the_portal(portal_of, firm):
    admin = a_user(firm, "admin")
    portal = portal_of(documents=1)
    assert f'href="{portal.path("/privacy")}"' in portal.get().text
    assert portal.submit("/privacy", note="x").status_code == 422
    assert "at most 2,000" in portal.submit("/privacy", kind="deletion", note="x" * 2001).text
    assert portal.post("/privacy", {"kind": "deletion"}).status_code == 400
    for _ in range(2):
        portal.submit("/privacy", kind="deletion", note="<b>All of it\0")
    [request] = PrivacyRequest.of(firm)
    assert (request.status, request.source, request.verification, request.verified_at, request.note) == (
        "received", "portal", "link", None, "<b>All of it")
    assert "Have it deleted" in portal.get("/privacy").text
    assert "You get an answer by" in portal.get("/privacy").text
    [notice] = Notification.select().where(
        Notification.firm_id == firm.id, Notification.type == "privacy_request_received")
    assert notice.data == {"privacy_request_id": request.id, "user_id": admin.id}
    assert portal.link.client.first_name not in notice.message


def test_further_text_for_an_open_request_is_refused(portal_of, firm):
    portal = portal_of(documents=1)
    for _ in range(2):
        assert portal.submit("/privacy", kind="correction", note="My birthday is wrong.").status_code == 303
    assert portal.submit("/privacy", kind="correction").status_code == 303
    refused = portal.submit("/privacy", kind="correction", note="And my address.")
    assert (refused.status_code, "was not sent" in refused.text, "And my address." in refused.text) == (409, True, True)
    assert [each.note for each in PrivacyRequest.of(firm)] == ["My birthday is wrong."]


def code_of(portal):
    return PortalCode.of(portal.link).order_by(PortalCode.created_at.desc(), PortalCode.id.desc()).first().digits


def test_the_link_alone_is_no_proof_but_a_code_is(portal_of, firm, api):
    """So even if the firm's clients enter no codes elsewhere; requests entered by the firm are confirmed as well."""
    portal, stranger = (portal_of(client={"email": f"{firm.id[-8:].lower()}.{n}@example.com"}) for n in range(2))
    place, code = portal.path("/privacy"), portal.path("/privacy/code")
    assert portal.get("/privacy/code").location == place, "nothing was asked yet"
    assert portal.post("/privacy/code", {}).location == place
    for kind in ("access", "deletion"):
        portal.submit("/privacy", kind=kind)
    asked(api, portal.link.client, kind="correction")
    stranger.submit("/privacy", kind="access")
    requests = [f"{PATH}/{each.id}" for each in PrivacyRequest.of(firm).order_by(PrivacyRequest.id)]
    for path in requests:
        for act, body in (("carry-out", None), ("answer", {})):
            assert refusal(api.post(f"{path}/{act}", body)) == (409, "identity_not_checked")
    assert Export.of(firm).count() == Erasure.of(firm).count() == 0

    assert f'href="{code}"' in portal.get("/privacy").text
    portal.post("/privacy/code", portal.browser.form(code, code).fields | {"channel": "email"})
    first = code_of(portal)
    for wrong in (f"{(int(first) + 1) % 10 ** 6:06}", ""):
        refused = portal.browser.submit(f"{code}?step=enter", f"{code}/check", code=wrong)
        assert (refused.status_code, "This code is wrong" in refused.text) == (422, True)
    assert refusal(api.post(f"{requests[0]}/carry-out")) == (409, "identity_not_checked")
    assert portal.browser.submit(f"{code}?step=enter", f"{code}/check", code=first).location == place
    assert portal.get("/privacy").text.count("Your identity is confirmed.") == 3
    assert portal.get("/privacy/code").location == place
    left = [data(api.get(path)) for path in requests]
    assert [(each["verification"], each["status"]) for each in left] == [
        *([("link_and_code", "received")] * 2), ("link_and_code", "in_progress"), ("link", "received")]
    assert [bool(each["verified_at"]) for each in left] == [True, True, True, False]
    assert {each["verified_by"] for each in left} == {None}
    assert data(api.post(f"{requests[0]}/carry-out"))["export_id"]
    assert data(api.post(f"{requests[1]}/carry-out"))["erasure_id"]
    assert refusal(api.post(f"{requests[3]}/carry-out")) == (409, "identity_not_checked")


def test_a_client_who_cannot_be_sent_a_code_is_checked_by_the_firm(portal_of, firm, signed_in_as):
    portal = portal_of(client={"email": None, "phone": None})
    portal.submit("/privacy", kind="access")
    assert "calls or writes to you" in portal.get("/privacy").text
    assert portal.get("/privacy/code").location == portal.path("/privacy")
    [request] = PrivacyRequest.of(firm)
    admin = a_user(firm, "admin", first_name="Maya", last_name="Unal")
    desk, path = signed_in_as(admin), f"/settings/records/requests/{request.id}"
    page = desk.get(path).text
    assert "the personal link alone, which is not enough" in page
    assert "Make the file" not in page
    assert "Say how you checked" in desk.submit(path, f"{path}/verify", verification="link").text
    desk.submit(path, f"{path}/verify", verification="Saw her passport.")
    page = desk.get(path).text
    for text in ("Saw her passport.", "Maya Unal", "Make the file"):
        assert text in page
    assert PrivacyRequest.fetch(firm, request.id).verified_by == admin.id
