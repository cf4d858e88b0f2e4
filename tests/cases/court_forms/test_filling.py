"""Filling in: each kind of field, answers that do not fit, missing answers, and different viewers."""

import io

import pypdfium2
import pytest
from pypdf import PdfReader

from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.actions import change_settings
from intake.cases.court_forms.actions import save_mapping
from intake.cases.court_forms.fills import start
from intake.cases.court_forms.jobs import fill_court_form
from intake.cases.court_forms.sources import is_source
from intake.cases.court_forms.values import Values
from intake.cases.documents.models import DocumentRequest
from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.templates.actions import apply_default
from intake.cases.uploads.models import Upload
from intake.cases.uploads.storage_used import StorageUsed
from intake.engine.events.models import Event
from intake.engine.tasks.models import Task
from intake.gateways.storage import storage
from tests.builders import A_LIST, a_client, a_matter, a_template, a_user
from tests.core.answers import data, refusal

from .conftest import ANSWERS

NAME = "Łucja Đặng-Müller"


def fields_of(pdf):
    return {name: field.get("/V") for name, field in PdfReader(io.BytesIO(pdf)).get_fields().items()}


def text_of(pdf):
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def picture_of(pdf):
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    return document[0].render(scale=1.5).to_pil().convert("L")


def test_every_kind_of_field_is_filled(firm, form, matter_of, filled):
    fill, pdf = filled(matter_of(), form)
    assert (fill.status, fill.missing) == ("ready", [])
    written = fields_of(pdf)
    assert written == written | {
        "users1_name_full": NAME, "docket_number": "26-CV-1042", "users1_birthdate": "02/29/1984",
        "users1_address_city": "Albany", "about": "We were married in Albany.\nWe live apart.",
        "children1_name_full": "Zoë Novák", "children2_name_full": "Łukasz Дмитрий", "has_children_yes": "/Yes",
        "has_children_no": "/Off", "relationship": "/Mother", "users1_address_state": "NY", "users1_signature": ""}
    assert "Vương Minh" in text_of(pdf)  # the third child is in the addendum


def test_entries_of_a_list_and_their_fields_are_sources(firm):
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=a_template(firm, form=[A_LIST]).id)
    save(ensure_form(matter), {"children": [{"name": "Leo", "born": "2015-03-14"}, {"name": "Mia", "here": True}]}, {})
    values = Values(matter)
    assert {source: values.value(f"answers.children{source}").text for source in (
        "", "[2]", "[3]", "[1].born", "[2].born", "[2].here", "[3].name", "[1].age")} == {
        "": "Leo, March 14, 2015, Mia, Yes", "[2]": "Mia, Yes", "[3]": "", "[1].born": "03/14/2015", "[2].born": "",
        "[2].here": "Yes", "[3].name": "", "[1].age": ""}
    assert (is_source("answers.children[2].born"), is_source("answers.children.born")) == (True, False)


def test_looks_are_the_same_editable_and_flattened(firm, form, matter_of, filled):
    matter = matter_of()
    (_, editable), (_, flat) = filled(matter, form), filled(matter, form, flatten=True)
    assert not PdfReader(io.BytesIO(flat)).get_fields()
    assert NAME in text_of(flat)
    difference = sum(abs(one - other) > 60 for one, other in zip(
        picture_of(editable).tobytes(), picture_of(flat).tobytes(), strict=True))
    assert difference < 2000


@pytest.mark.parametrize("number", ["4821-33-70", "1950-10-11"])
def test_number_that_looks_like_a_date_is_written_as_it_was_given(firm, form, matter_of, filled, number):
    fill, pdf = filled(matter_of(ANSWERS | {"about": number}), form)
    assert (fill.status, fields_of(pdf)["about"]) == ("ready", number)


def test_letters_of_every_script_are_shown_and_kept(firm, form, matter_of, filled):
    matter = matter_of(first_name="李明 राम", last_name="Chen")
    matter.change(custom_fields={"case_number": "26-🖊"})
    (_, editable), (_, flat) = filled(matter, form), filled(matter, form, flatten=True)
    written = fields_of(editable)

    assert (written["users1_name_full"], written["docket_number"]) == ("李明 राम Chen", "26-🖊")
    assert "李明 ram Chen" in text_of(flat)
    assert "26-�\r" in text_of(flat)


def test_result_is_a_document_that_the_client_does_not_see(firm, form, matter_of, filled, api):
    matter = matter_of()
    fill, _ = filled(matter, form)
    document = DocumentRequest.fetch(firm, fill.document_id)
    upload = Upload.fetch(firm, document.upload_id)
    assert (document.status, document.from_firm, upload.status) == ("approved", True, "approved")
    shown = data(api.get(f"/matters/{matter.id}/court-forms/fills/{fill.id}"))
    assert (shown["status"], shown["document_id"], shown["missing"]) == ("ready", document.id, [])
    assert "fill.finished" in {entry.action for entry in AuditEntry.of(firm)}
    [event] = Event.of(firm).where(Event.type == "document.approved")
    assert (event.data["document"]["id"], event.data["matter"]["title"]) == (document.id, matter.title)


def test_filled_form_can_be_removed_and_filled_in_again(firm, form, matter_of, filled, api):
    before, matter = StorageUsed.bytes_of(firm), matter_of()
    assert before == form.file_size_bytes  # the firm's own form counts
    fill, pdf = filled(matter, form)
    path = f"/matters/{matter.id}/court-forms/fills/{fill.id}"
    assert StorageUsed.bytes_of(firm) == before + len(pdf)
    assert data(api.delete(path)) == {"deleted": True, "id": fill.id}
    assert refusal(api.delete(path)) == (404, "fill_not_found")
    assert not DocumentRequest.of(firm).exists()
    assert not Upload.of(firm).exists()
    assert StorageUsed.bytes_of(firm) == before
    planned = Task.select().where(Task.firm_id == firm.id, Task.name == "remove_files")
    assert f"files/{firm.id}/{fill.upload_id}" in {task.arguments[0] for task in planned}
    shown = data(api.get(f"/matters/{matter.id}/activity"))
    assert "fill.removed" in {entry["action"] for entry in shown}

    begun = start(firm, matter.id, form.id)
    path = f"/matters/{matter.id}/court-forms/fills/{begun.id}"
    assert refusal(api.delete(path)) == (422, "invalid_status_transition")
    fill_court_form(firm.id, begun.id)
    assert data(api.get(path))["status"] == "ready"
    assert data(api.delete(f"/court-forms/{form.id}"))["deleted"]
    assert StorageUsed.bytes_of(firm) == len(pdf)


def test_long_answers_go_to_the_addendum(firm, form, matter_of, filled):
    story = "\n".join(f"Sentence {number} of a long story about Albany." for number in range(30))
    _, pdf = filled(matter_of({"has_children": "no", "relationship": "Father", "about": story}), form,
                    allow_missing=True)
    assert fields_of(pdf)["about"] == "See addendum, no. 1"
    assert "Sentence 29 of a long story" in text_of(pdf)
    assert len(PdfReader(io.BytesIO(pdf)).pages) == 2


def test_missing_values_are_listed_and_nothing_is_written(firm, form, matter_of, filled, api, signed_in_as):
    a_template(firm, form=[{"id": "lawyer_before", "type": "text", "label": "Your earlier lawyers",
                            "translations": {"es": {"label": "Sus abogados anteriores"}}}])
    save_mapping(firm, form.id, {"users1_name_full": "client.full_name", "about": "answers.lawyer_before",
                                 "docket_number": "matter.custom_fields.county", "has_children_yes": "answers.about=x"})
    matter = matter_of({"has_children": "no", "about": "Nothing"})
    fill, pdf = filled(matter, form)
    assert (fill.status, pdf) == ("missing", None)
    missing = [{"field": "docket_number", "question": None}, {"field": "about", "question": "Your earlier lawyers"}]
    assert data(api.get(f"/matters/{matter.id}/court-forms/fills/{fill.id}"))["missing"] == missing
    for stored in (fill.missing, missing):  # by this version, and by earlier ones
        fill.change(missing=stored)
        spanish = signed_in_as(a_user(firm, "admin")).get(
            f"/matters/{matter.id}/court-forms", headers={"Accept-Language": "es"}).text
        assert "<li>Sus abogados anteriores</li>" in spanish
    assert not DocumentRequest.of(firm).where(DocumentRequest.from_firm).exists()

    fill, pdf = filled(matter, form, allow_missing=True)
    assert fill.status == "ready"
    assert fields_of(pdf)["about"] in ("", None)


def test_repeated_and_concurrent_runs_leave_one_result(firm, form, matter_of, at_once):
    fill = start(firm, matter_of().id, form.id)
    storage.put(fill.upload_key, b"%PDF- of a run that was killed before it recorded anything", "application/pdf")
    at_once(3, lambda _: fill_court_form(firm.id, fill.id))
    fill_court_form(firm.id, fill.id)
    assert DocumentRequest.of(firm).where(DocumentRequest.from_firm).count() == 1
    assert Upload.of(firm).count() == 1
    assert text_of(b"".join(storage.chunks(fill.upload_key)))


def test_client_is_asked_for_documents_beside_a_form_that_was_filled_in(firm, form, matter_of, filled):
    matter = matter_of()
    fill, _ = filled(matter, form)
    made = DocumentRequest.fetch(firm, fill.document_id)
    template = a_template(firm, documents=[{"name": made.name}, {"name": "Passport"}])
    change_settings(firm, settings={"default_intake_template": template.id})

    assert [request.name for request in apply_default(matter)] == [made.name, "Passport"]
    assert apply_default(matter) == []
