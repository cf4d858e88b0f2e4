"""Acts are recorded in their transaction, with actor and address."""

from contextlib import suppress
from uuid import uuid4

import pytest
from peewee import OperationalError

from intake.accounts.audit.models import AuditEntry
from intake.accounts.audit.recording import insert_reads, reads, record_act
from intake.cases.matters.actions import create_matter
from intake.cases.matters.models import Matter
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition
from intake.core.write_buffer import WriteBuffer
from tests.builders import (
    ANSWERS,
    a_client,
    a_matter,
    a_template,
    a_user,
    an_intake_link,
    an_issued_upload,
    an_upload,
)
from tests.conftest import Api
from tests.stand_ins.twilio import Twilio, post_as_twilio, sending_with

PASSWORD = "correct horse battery"


def shown(entry):
    return entry.action, entry.actor_type, entry.actor_id, entry.record_type, entry.record_id


def test_act_of_a_key_names_key_record_address_and_request(api, entries):
    answer = api.post("/matters", {"title": "Ünal v. Ünal", "practice_area": "other"},
                      headers={"X-Request-Id": "request-of-the-test"})

    [entry] = entries("matter.created")
    key_id = api.get("/firms/api-keys").json["data"][0]["id"]
    assert shown(entry) == ("matter.created", "api_key", key_id, "matter", answer.json["data"]["id"])
    assert (entry.address, entry.request_id) == (api.address, "request-of-the-test")


def test_act_of_an_application_names_the_person_it_acts_for(firm, api_as, entries):
    user = a_user(firm, "admin")
    api_as(user).post("/clients", {"first_name": "Ana", "last_name": "Silva"})

    [entry] = entries("client.created")
    assert (entry.actor_type, entry.actor_id[:4], entry.details) == ("application", "oac_", {"user_id": user.id})


def test_change_names_the_fields_and_no_contents(api, firm, entries):
    client = a_client(firm)
    api.patch(f"/clients/{client.id}", {"last_name": "Garcia-Secret", "notes": "very secret", "email": "s@secret.org"})

    [entry] = entries("client.updated")
    assert entry.details == {"fields": ["email", "last_name", "notes"]}
    assert not [each for each in entries() if "secret" in str(each.__data__).lower()]


def test_change_that_changes_nothing_is_not_recorded(api, firm, entries):
    client = a_client(firm)
    api.patch(f"/clients/{client.id}", {"last_name": client.last_name})

    assert entries("client.updated") == []


def test_act_that_is_rolled_back_is_not_recorded(firm, entries):
    with db.atomic() as transaction:
        a_matter(firm)
        transaction.rollback()

    assert entries("matter.created") == []


def test_act_in_a_savepoint_that_is_rolled_back_is_not_recorded(firm, entries):
    with db.atomic():
        kept = a_matter(firm)
        with suppress(LookupError), db.savepoint():
            a_matter(firm)
            raise LookupError

    assert [entry.record_id for entry in entries("matter.created")] == [kept.id]


def test_refused_post_with_an_idempotency_key_is_not_recorded(api, entries):
    body = {"title": "Twice", "practice_area": "other"}
    answers = [api.post("/matters", body, headers={"Idempotency-Key": f"key-{number}"}) for number in range(2)]

    assert [answer.status_code for answer in answers] == [201, 422]
    assert len(entries("matter.created")) == 1


def test_act_outside_of_a_transaction_is_an_error(firm):
    with pytest.raises(RuntimeError):
        record_act("firm.created", firm)


def test_act_whose_entry_cannot_be_inserted_is_rolled_back(firm, breaking):
    with breaking("audit_log", "RAISE EXCEPTION 'broken'"), pytest.raises(Exception, match="broken"):
        create_matter(firm, title="Not stored", practice_area="other")

    assert not db.in_transaction()
    assert Matter.of(firm).count() == 0


def test_write_costs_no_further_statement(api, firm, statements):
    with statements() as seen:
        assert api.post("/matters", {"title": "New", "practice_area": "other"}).status_code == 201

    assert seen
    assert not [sql for sql in seen if "audit" in sql]


def test_failed_and_successful_sign_ins_are_recorded(firm, browser, entries):
    user = a_user(firm)
    browser.submit("/login", email=user.email, password="wrong password")
    browser.submit("/login", email="unknown@example.com", password="wrong password")
    browser.submit("/login", email=user.email, password=PASSWORD)

    failed, created = entries("session.failed", "session.created")
    assert (failed.actor_type, failed.actor_id, failed.record_id) == ("person", None, user.id)
    assert (failed.details, failed.address) == ({"reason": "password"}, browser.address)
    assert (created.actor_type, created.actor_id) == ("person", user.id)


def test_sign_out_is_recorded(firm, signed_in_as, entries):
    user = a_user(firm)
    signed_in_as(user).submit("/logout")

    [created], [ended] = entries("session.created"), entries("session.ended")
    assert (ended.actor_id, ended.record_id) == (user.id, created.record_id)


def test_changed_and_reset_passwords_are_recorded(firm, signed_in_as, entries):
    user = a_user(firm)
    browser = signed_in_as(user)
    for current in ("wrong", PASSWORD):
        browser.submit("/account", "/account/password", current=current, password="another long one",
                       repeated="another long one")

    [failed], [changed] = entries("session.failed"), entries("user.password_changed")
    assert failed.details == {"reason": "current_password"}
    assert (changed.actor_id, changed.record_id) == (user.id, user.id)


@pytest.mark.parametrize(("method", "path", "action"), [
    ("GET", "/uploads/{upload}/download", "upload.downloaded"),
    ("GET", "/matters/{matter}/intake-form", "intake_form.viewed"),
    ("GET", "/matters/{matter}/intake-form/pdf", "intake_form.downloaded"),
])
def test_reads_of_files_and_answers_are_recorded(method, path, action, api, firm, put, entries):
    template = a_template(firm)
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=template.id)
    an_intake_link(firm, matter)
    upload = an_upload(firm, put)
    assert api.call(method, path.format(upload=upload.id, matter=matter.id)).status_code == 200

    [entry] = entries(action)
    assert (entry.actor_type, entry.address) == ("api_key", api.address)


def test_reads_stay_within_their_statements(api, firm, put, statements):
    upload = an_upload(firm, put)
    with statements() as seen:
        assert api.get(f"/uploads/{upload.id}/download").status_code == 200

    assert len(seen) <= 3


def test_review_is_recorded_with_who_decided(api_as, firm, put, entries):
    user = a_user(firm, "admin")
    upload = an_upload(firm, put)
    api_as(user).patch(f"/uploads/{upload.id}/status", {"status": "rejected", "reviewer_notes": "unreadable"})

    [entry] = entries("upload.rejected")
    assert (entry.record_id, entry.details) == (upload.id, {"document_id": upload.document_id, "user_id": user.id})


def test_review_that_lost_the_race_is_not_recorded(api, firm, put, entries):
    upload = an_issued_upload(firm)
    answer = api.patch(f"/uploads/{upload.id}/status", {"status": "approved"})

    assert answer.json["error"]["code"] in (InvalidStatusTransition.code, "upload_not_found")
    assert entries("upload.approved") == []


def test_client_acts_by_the_link_and_who_opens_an_answer_is_recorded(firm, browser, signed_in_as, entries):
    template = a_template(firm)
    client = a_client(firm)
    link = an_intake_link(firm, a_matter(firm, client_id=client.id, intake_template_id=template.id))
    browser.get(f"/p/{link.token}")
    for page in ("1", "2"):
        browser.submit(f"/p/{link.token}/form/{page}", **{f"q.{name}": text for name, text in ANSWERS.items()})
    browser.submit(f"/p/{link.token}/form/review")

    opened, submitted = entries("intake_link.opened"), entries("intake_form.submitted")
    for entry in (opened[0], *submitted):
        assert (entry.actor_type, entry.actor_id) == ("client", client.id)
        assert entry.details["intake_link_id"] == link.id
    user = a_user(firm)
    page = f"/matters/{link.matter_id}/answers/{next(iter(ANSWERS))}"
    assert signed_in_as(user).get(page).status_code == 200
    [viewed] = entries("intake_form.viewed")
    assert (viewed.actor_id, viewed.record_id) == (user.id, submitted[0].record_id)
    assert opened[0].record_id == link.id
    assert link.token not in str([entry.__data__ for entry in entries()])


@pytest.mark.parametrize(("method", "place"), [
    ("GET", ""), ("GET", "/form/1"), ("GET", "/documents"), ("POST", "/form/1"), ("POST", "/form/review")])
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_every_page_that_a_link_opens_is_recorded(accept, method, place, firm, browser, entries):
    template = a_template(firm)
    link = an_intake_link(firm, a_matter(firm, client_id=a_client(firm).id, intake_template_id=template.id))
    answer = browser.open(method, f"/p/{link.token}{place}", headers={"Accept": accept})

    recorded = [entry.record_id for entry in entries("intake_link.opened" if place else "intake_link.shown")]
    assert recorded == ([link.id] if answer.mimetype == "text/html" else [])
    assert recorded or (method, accept) == ("POST", "application/json")


def test_polling_and_checking_links_is_not_recorded(firm, browser, entries):
    link = an_intake_link(firm)
    assert browser.get(f"/p/{link.token}/documents.json").status_code == 200
    assert browser.open("HEAD", f"/p/{link.token}/documents").status_code == 200

    assert entries("intake_link.opened") == []


def test_a_link_that_is_opened_again_and_again_does_not_fill_the_log(firm, browser, entries, monkeypatch):
    monkeypatch.setattr("intake.portal.session.portal_session.RECORDED", 2)
    link, other = (an_intake_link(firm) for _ in range(2))
    for each in (link, link, link, other):
        assert browser.get(f"/p/{each.token}/documents").status_code == 200

    assert sorted(entry.record_id for entry in entries("intake_link.opened")) == sorted([link.id, link.id, other.id])


def test_worker_acts_as_the_system(firm, entries):
    a_matter(firm)

    assert {(entry.actor_type, entry.actor_id, entry.address) for entry in entries()} == {("system", None, None)}


def test_another_request_begins_without_an_actor(app, api, firm, browser, entries):
    api.get("/matters")
    user = a_user(firm)
    browser.submit("/login", email=user.email, password="wrong password")
    Api(app).get("/matters")

    [failed] = entries("session.failed")
    assert (failed.actor_type, failed.actor_id) == ("person", None)


def test_reads_that_could_not_be_inserted_are_kept(api, firm, put, breaking, entries):
    upload = an_upload(firm, put)
    with breaking("audit_log", "RAISE EXCEPTION 'broken'"):
        api.get(f"/uploads/{upload.id}/download")
        with pytest.raises(Exception, match="broken"):
            reads.flush()

    assert len(entries("upload.downloaded")) == 1
    assert AuditEntry.of(firm).count() == len(entries())


def test_reads_whose_insertion_was_not_confirmed_hold_up_no_others(app, api, firm, put, entries, monkeypatch):
    upload, inserted = an_upload(firm, put), []

    def insert(counts):
        insert_reads(counts)
        inserted.append(counts)
        if len(inserted) == 1:
            raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setitem(app.extensions, "audited_reads", WriteBuffer(insert))
    api.get(f"/uploads/{upload.id}/download")
    with pytest.raises(OperationalError):
        reads.flush()
    api.get(f"/uploads/{upload.id}/download")

    assert len(entries("upload.downloaded")) == 2
    assert len(inserted) == 2


def test_sms_of_a_client_is_an_act_of_the_client(app, firm, entries):
    number = f"+1518554{uuid4().int % 10**8:08}"
    client = a_client(firm, phone=number)
    a_matter(firm, client_id=client.id)
    with Twilio() as twilio, sending_with(app, twilio), app.app_context():
        post_as_twilio(app, "/inbound", {"MessageSid": f"SM{uuid4().hex}", "From": number, "Body": "Call me at home"})

    [entry] = entries("communication.received")
    assert (entry.actor_type, entry.actor_id) == ("client", client.id)
    assert "home" not in str(entry.__data__)
