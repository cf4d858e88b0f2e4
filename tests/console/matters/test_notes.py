"""The notes of a matter: written, changed and deleted on its page, and never shown to the client."""

from datetime import timedelta

from intake.cases.notes.models import MatterNote
from intake.console.frame.days import moment_for_field
from intake.core.clock import now
from tests.builders import a_user

TEXT = "Called her;\n<b>she</b> sends it. https://example.com"


def test_note_is_written_changed_and_deleted_by_its_author_alone(paralegal, attorney, firm, matter):
    page = f"/matters/{matter.id}/notes"
    yesterday = moment_for_field(now() - timedelta(days=1), firm.timezone)
    assert paralegal.submit(page, page, kind="call", text=TEXT, happened_at=yesterday).status_code == 303
    [note] = MatterNote.of(firm)
    path = f"{page}/{note.id}"
    shown = paralegal.get(page).text

    assert (note.kind, note.text, moment_for_field(note.happened_at, firm.timezone)) == ("call", TEXT, yesterday)
    assert "Called her;\n&lt;b&gt;she&lt;/b&gt; sends it. https://example.com</p>" in shown
    assert "edited" not in shown
    assert path in shown
    assert path not in attorney.get(page).text, "neither a form to change it nor one to delete it"
    form = paralegal.form(f"{page}?edit={note.id}", path).fields
    forged = form | {"kind": "call", "text": "No.", "csrf": attorney.form(page, page).fields["csrf"]}
    assert attorney.post(path, forged).status_code == 404
    assert paralegal.post(path, form | {"kind": "call", "text": TEXT}).status_code == 303
    assert MatterNote.fetch(firm, note.id).edited_at is None, "nothing was changed"
    paralegal.post(path, form | {"kind": "note", "text": "She came."})
    changed = MatterNote.fetch(firm, note.id)
    assert (changed.kind, changed.text, changed.happened_at) == ("note", "She came.", None)
    assert "edited" in paralegal.get(page).text
    paralegal.submit(page, f"{path}/delete")
    assert "No notes yet." in paralegal.get(page).text
    activity = attorney.get(f"/matters/{matter.id}/activity?kind=notes").text
    assert all(f"{act} a note" in activity for act in ("wrote", "changed", "deleted"))


def test_wrong_note_keeps_what_was_typed(paralegal, firm, matter):
    page = f"/matters/{matter.id}/notes"
    tomorrow = moment_for_field(now() + timedelta(days=1), firm.timezone)
    for moment in (tomorrow, "0026-11-20T14:00"):
        answer = paralegal.submit(page, page, kind="call", text="Called her.", happened_at=moment)

        assert answer.status_code == 422
        assert "Enter a time that is not in the future or before 1900, or none." in answer.text
        assert (moment in answer.text, "Called her.</textarea>" in answer.text) == (True, True)
    assert "Write something, at most 10,000 characters." in paralegal.submit(page, page, kind="call").text
    assert MatterNote.of(firm).count() == 0


def test_colleague_of_any_role_reads_who_wrote_it(paralegal, firm, matter, signed_in_as):
    page = f"/matters/{matter.id}/notes"
    maya = a_user(firm, "attorney", first_name="Maya", last_name="Okafor")
    signed_in_as(maya).submit(page, page, kind="note", text="Hm.")

    assert "<bdi>Maya Okafor</bdi>" in paralegal.get(page).text
