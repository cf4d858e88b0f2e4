"""The activity in a matter, in the API and on its page."""

import re
from datetime import timedelta

import pytest
from ulid import ULID

from intake.accounts.audit.models import AuditEntry
from intake.accounts.audit.recording import reads
from intake.accounts.audit.states import ACTOR_TYPES
from intake.cases.deadlines.actions import delete
from intake.cases.matters.actions import update
from intake.cases.uploads.actions import review
from intake.console.matters.activity.sentences import ACTORS, FIELDS, SENTENCES
from intake.console.security.audit_log.sentences import SENTENCES as ACTS
from intake.core.clock import now
from intake.engagement.letters import actions as letters
from intake.portal.links.actions import extend
from intake.web.translation import dictionary
from tests.builders import a_deadline, a_document, a_matter, a_user, an_intake_link, an_upload
from tests.core.answers import data, refusal
from tests.source import modules

ABOUT_MATTERS = ("matter.", "document.", "upload.", "intake_link.", "intake_form.", "communication.", "deadline.",
                 "sync.")


def actions(answer):
    return [row["action"] for row in data(answer)]


def test_everything_in_a_matter_is_listed_and_nothing_else(api, firm, put, browser, matter):
    upload = an_upload(firm, put, a_document(firm, matter, name="Passport"), filename="scan.pdf")
    review(firm, upload.id, "approved")
    deadline = a_deadline(firm, matter)
    delete(firm, matter.id, deadline.id)
    browser.get(f"/p/{an_intake_link(firm, matter).token}/done")
    update(firm, matter.id, title="Renamed", assigned_attorney="usr_x")
    a_document(firm, a_matter(firm))
    reads.flush()
    answer = api.get(f"/matters/{matter.id}/activity")

    assert actions(answer) == [
        "matter.updated", "intake_link.opened", "intake_link.created", "deadline.deleted", "deadline.created",
        "upload.approved", "upload.confirmed", "upload.issued", "document.created", "matter.created"]
    rows = {row["action"]: row for row in data(answer)}
    assert rows["upload.approved"]["summary"] == {"en": "Intake approved “scan.pdf”", "es": "Intake aprobó “scan.pdf”"}
    assert rows["matter.updated"]["summary"]["en"] == "Intake changed the matter: in charge, title"
    assert rows["deadline.created"]["summary"]["en"].endswith("“deleted meanwhile”")
    opened = rows["intake_link.opened"]
    assert opened["summary"]["es"] == "El cliente abrió el enlace de admisión"
    assert (opened["actor"]["type"], opened["address"]) == ("client", browser.address)

    read, cursor = [], ""
    while cursor is not None:
        page = api.get(f"/matters/{matter.id}/activity?per_page=3{cursor}").json
        read += [row["id"] for row in page["data"]]
        cursor = page["pagination"]["next_cursor"] and f"&cursor={page['pagination']['next_cursor']}"
    assert read == [row["id"] for row in data(answer)]


def test_what_was_changed_stands_there_in_words(api, firm, matter):
    extend(firm, an_intake_link(firm, matter).matter_id, 30)
    letter = letters.create(firm, matter.id, [{"name": "Ana", "email": "ana@example.com"}], text="Dear Ana")
    letters.update(firm, matter.id, letter.id, title="Terms", text="Dear Ana,", values={"fee": "1"},
                   expires_in_days=5, signers=[{"name": "Ana", "email": "ana@example.org"}])
    update(firm, matter.id, client_label="Your case", reminders_paused=True, tags=["x"], custom_fields={"x": "y"},
           description="x", practice_area="other", status="closed")
    update(firm, matter.id, status="archived")
    changes = [row for row in data(api.get(f"/matters/{matter.id}/activity")) if row["action"].endswith(".updated")]

    assert {row["action"] for row in changes} == {"matter.updated", "letter.updated", "intake_link.updated"}
    assert [row["summary"] for row in changes if "_" in "".join(row["summary"].values())] == []


def test_role_and_scope_decide_what_is_shown(api_as, api_of, rival_api, firm, matter, lawyer, signed_in_as):
    lawyer.change(first_name="Grace", last_name="Lin")
    staff, paralegal = a_user(firm, "staff"), a_user(firm, "paralegal")
    path = f"/matters/{matter.id}/activity"
    api_as(lawyer).patch(f"/matters/{matter.id}", {"description": "Ours", "assigned_attorney": staff.id})
    signed_in_as(lawyer).submit(f"/matters/{matter.id}/edit", f"/matters/{matter.id}/edit", description="New")
    a_document(firm, matter)

    row = data(api_as(lawyer).get(path))[1]
    assert (row["actor"]["name"], row["summary"]["en"]) == ("Grace Lin", "Grace Lin changed the matter: description")
    assert row["address"]
    for person in (staff, paralegal):
        row = data(api_as(person).get(path))[1]
        assert row["summary"]["en"] == "A colleague changed the matter: description"
        assert (row["actor"], row["address"]) == ({"type": "person", "id": None, "name": None}, None)
        page = signed_in_as(person).get(path).text
        assert ("A colleague changed" in page, "Lin" in page) == (True, False)
    assert "document.created" in actions(api_as(staff).get(path))
    assert "document.created" not in actions(api_of(firm, "matters:read").get(path))
    assert refusal(rival_api.get(path)) == refusal(
        api_as(a_user(firm, "staff")).get(path)) == (404, "matter_not_found")


def test_page_is_read_in_both_languages_from_the_newest_on(lawyer, firm, matter, signed_in_as):
    for number in range(60):
        update(firm, matter.id, description=str(number))
    spanish = signed_in_as(lawyer, **{"Accept-Language": "es"})
    first = spanish.get(f"/matters/{matter.id}/activity").text
    earlier = spanish.get(re.search(r'rel="next" href="([^"]+)"', first)[1]).text

    assert first.count("modificó el asunto: descripción") == 50
    assert ("abrió el asunto" in first, "abrió el asunto" in earlier) == (False, True)
    assert "<th scope=\"col\">Cuándo" in first
    assert spanish.get(f"/matters/{matter.id}/activity?cursor=nonsense").text.count("modificó") == 50


def test_reads_within_an_hour_are_one_row_and_a_kind_or_a_person_can_be_shown(lawyer, firm, matter, put, signed_in_as):
    upload = an_upload(firm, put, a_document(firm, matter), filename="scan.pdf")
    for minutes in (200, 50, 30, 5):
        for action in ("upload.viewed", "upload.downloaded"):
            made = now() - timedelta(minutes=minutes)
            AuditEntry.create(id=f"aud_{ULID.from_datetime(made)}", firm_id=firm.id, action=action, details={},
                              actor_type="person", actor_id=lawyer.id, record_type="upload", record_id=upload.id,
                              created_at=made)
    update(firm, matter.id, description="x")
    path, staff = f"/matters/{matter.id}/activity", a_user(firm, "staff")
    update(firm, matter.id, assigned_attorney=staff.id)
    page = signed_in_as(lawyer)
    text = page.get(path).text

    assert (text.count("looked at"), text.count("downloaded"), text.count("· 3 times since")) == (2, 2, 2)
    for query, rows in (("kind=matter", 3), ("who=client", 0), (f"who={lawyer.id}", 4), ("kind=letters", 0),
                        (f"who={lawyer.id}&kind=documents", 4), ("who=intake&kind=documents", 3)):
        assert page.get(f"{path}?{query}").text.count("<tr><td>") == rows, query
    assert signed_in_as(staff).get(f"{path}?who={lawyer.id}").text.count("<tr><td>") == 10  # names are not shown

    for number in range(1, 60):  # more reads than fit a page do not fill it
        made = now() - timedelta(seconds=number)
        AuditEntry.create(id=f"aud_{ULID.from_datetime(made)}", firm_id=firm.id, action="upload.viewed", details={},
                          actor_type="person", actor_id=lawyer.id, record_type="upload", record_id=upload.id,
                          created_at=made)
    assert "· 62 times since" in (text := page.get(path).text)
    assert (text.count("<tr><td>"), 'rel="next"' in text) == (10, False)


def test_every_act_about_a_matter_has_a_sentence():
    recorded = {name for module in modules() for name in re.findall(r'record_(?:act|read)\("([a-z_.]+)"', module.text)
                if name.startswith(ABOUT_MATTERS)}
    assert len(recorded) > 15
    assert recorded | {each for each in ACTS if each.startswith(ABOUT_MATTERS)} <= SENTENCES.keys() <= ACTS.keys()
    assert {*filter(None, FIELDS.values())} - dictionary("es").keys() == set()
    assert ACTORS.keys() == set(ACTOR_TYPES)


@pytest.mark.parametrize("wrong", ["cursor=nonsense", "per_page=0", "page=1"])
def test_wrong_query_is_refused(api, matter, wrong):
    assert refusal(api.get(f"/matters/{matter.id}/activity?{wrong}")) == (400, "validation_error")
