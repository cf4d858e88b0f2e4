"""`/matters/:id/notes`: what the firm writes down for itself."""

from datetime import UTC, datetime, timedelta

import pytest

from intake.cases.notes.models import MatterNote
from intake.core.clock import iso, now
from tests.builders import a_matter, a_note, a_user
from tests.core.answers import data, ids, refusal, wrong_fields
from tests.records.erasures.planting import rows_with

TEXT = "Called her;\nshe sends the passport on Friday."


@pytest.fixture
def matter(firm):
    return a_matter(firm)


@pytest.fixture
def path(matter):
    return f"/matters/{matter.id}/notes"


def test_newest_note_is_first_with_its_author_and_no_time(api, api_as, firm, path):
    maya = a_user(firm, "paralegal", first_name="Maya", last_name="Okafor")
    first = data(api.post(path, {"text": TEXT}), 201)
    second = data(api_as(maya).post(path, {"text": "<b>Hm</b>"}), 201)

    shown = data(api.get(path))
    assert shown == [second, first]
    assert second["author"] == {"type": "person", "id": maya.id, "name": "Maya Okafor"}
    assert first.items() >= {"kind": "note", "text": TEXT, "happened_at": None, "edited_at": None}.items()
    assert first["author"]["type"] == "api_key"


def test_call_took_place_at_the_given_time_else_now(api, path):
    earlier = iso(now() - timedelta(days=3))

    assert data(api.post(path, {"kind": "call", "text": TEXT, "happened_at": earlier}), 201)["happened_at"] == earlier
    meeting = data(api.post(path, {"kind": "meeting", "text": TEXT}), 201)
    assert meeting["happened_at"] == meeting["created_at"]
    as_note = data(api.patch(f"{path}/{meeting['id']}", {"kind": "note"}))
    assert as_note["happened_at"] is None
    assert data(api.patch(f"{path}/{meeting['id']}", {"kind": "call"}))["happened_at"] == meeting["created_at"]


def test_call_that_becomes_a_mere_note_meanwhile_gets_no_time(api, firm, matter, path, while_locked):
    note = a_note(firm, matter, kind="call")

    def become_a_mere_note():
        MatterNote.fetch_locked(firm, note.id).change(kind="note", happened_at=None)

    answer, _ = while_locked(become_a_mere_note, lambda: api.patch(f"{path}/{note.id}", {"happened_at": iso(now())}))
    assert wrong_fields(answer) == {"happened_at"}


@pytest.mark.parametrize("body", [
    {"kind": "call", "happened_at": iso(now() + timedelta(days=2))}, {"happened_at": "2026-01-02T03:04:05Z"},
    {"kind": "call", "happened_at": "0026-11-20T14:00:00Z"}])
def test_time_of_a_mere_note_and_one_that_cannot_be_are_refused(api, path, body):
    assert wrong_fields(api.post(path, {"text": TEXT} | body)) == {"happened_at"}


def test_time_that_was_stored_before_such_were_refused_is_shown_and_may_stay(api, firm, matter, path):
    note = a_note(firm, matter, kind="call")
    note.change(happened_at=datetime(1, 1, 1, tzinfo=UTC))
    [shown] = data(api.get(path))
    assert shown["happened_at"] == "0001-01-01T00:00:00.000Z"
    assert data(api.patch(f"{path}/{note.id}", shown | {"text": "Another"}))["happened_at"] == shown["happened_at"]


def test_edited_note_says_so_and_an_equal_one_does_not(api, path):
    note = data(api.post(path, {"kind": "call", "text": TEXT}), 201)

    assert data(api.patch(f"{path}/{note['id']}", note)) == note
    edited = data(api.patch(f"{path}/{note['id']}", {"text": "Another"}))
    assert edited == note | {"text": "Another", "edited_at": edited["edited_at"]} == data(api.get(path))[0]
    assert edited["edited_at"] > note["created_at"]


def test_person_changes_own_notes_and_who_manages_the_firm_all(api, api_as, api_of, firm, path):
    paralegal = api_as(a_user(firm, "paralegal"))
    note = f"{path}/{data(paralegal.post(path, {'text': TEXT}), 201)['id']}"

    other = api_as(a_user(firm, "attorney"))
    assert refusal(other.patch(note, {"text": "a"})) == refusal(other.delete(note)) == (403, "forbidden")
    assert data(api.get(path))[0]["edited_at"] is None
    for one in (paralegal, api_as(a_user(firm, "admin")), api_of(firm, "matters:write")):
        assert data(one.patch(note, {"text": f"by {id(one)}"}))["author"]["type"] == "person"
    assert data(paralegal.delete(note))["deleted"]
    assert refusal(api.delete(note)) == (404, "note_not_found")
    assert data(api.get(path)) == []


def test_note_of_a_matter_that_is_not_assigned_does_not_exist_for_staff(api, api_as, firm):
    member = a_user(firm, "staff")
    staff, own, other = api_as(member), a_matter(firm, assigned_attorney=member.id), a_matter(firm)
    note, path = a_note(firm, other), f"/matters/{other.id}/notes"

    for answer in (staff.get(path), staff.post(path, {"text": TEXT}), staff.patch(f"{path}/{note.id}", {"text": "a"}),
                   staff.delete(f"{path}/{note.id}")):
        assert refusal(answer) == (404, "matter_not_found")
    mine = data(staff.post(f"/matters/{own.id}/notes", {"text": TEXT}), 201)
    assert ids(staff.get(f"/matters/{own.id}/notes")) == [mine["id"]]
    assert refusal(staff.patch(f"/matters/{own.id}/notes/{note.id}", {"text": "a"})) == (404, "note_not_found")


def test_text_is_in_no_event_mail_task_or_log(api, path, announced):
    """What webhooks, mails, platforms and the client's pages show is made from other rows."""
    events = announced()
    note = data(api.post(path, {"text": "Confidential-4711"}), 201)
    api.patch(f"{path}/{note['id']}", {"text": "Confidential-4711, and more"})

    assert [row.split()[0] for row in rows_with("Confidential-4711")] == ["matter_notes"]
    assert announced() == events
