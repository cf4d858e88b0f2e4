"""Limits of numbers hold for requests that come at the same moment: one of them takes the last place."""

import pytest

from intake.cases.court_forms.models import CourtForm
from intake.cases.court_forms.states import MAX_FORMS
from intake.cases.uploads.models import Upload
from intake.core.db import db
from intake.core.errors import ApiError
from intake.engagement.letters.models import Letter, LetterTemplate
from intake.engagement.letters.states import MAX_LETTERS, MAX_TEMPLATES
from intake.portal.checklist.uploading import MAX_FILES, issue_from_browser
from tests.builders import a_court_form, a_document, a_matter, an_issued_upload


def court_forms(firm, api):
    body = {"name": "Petition", "filename": "a.pdf", "content_type": "application/pdf", "file_size_bytes": 1000}
    return CourtForm, MAX_FORMS, a_court_form(firm), lambda: api.post("/court-forms", body).status_code


def letters(firm, api):
    path, body = f"/matters/{a_matter(firm).id}/letters", {
        "text": "The fee is $900.", "signers": [{"name": "Ana", "email": "ana@example.com"}]}
    first = Letter.fetch(firm, api.post(path, body).json["data"]["id"])
    return Letter, MAX_LETTERS, first, lambda: api.post(path, body).status_code


def letter_templates(firm, api):
    body = {"name": "Fees", "text": {"en": "The fee is $900."}}
    first = LetterTemplate.fetch(firm, api.post("/letter-templates", body).json["data"]["id"])
    return LetterTemplate, MAX_TEMPLATES, first, lambda: api.post("/letter-templates", body).status_code


def files_of_an_item(firm, api):
    document = a_document(firm)
    file = {"filename": "a.pdf", "content_type": "application/pdf", "file_size_bytes": 1000}

    def issue():
        try:
            return issue_from_browser(firm, document.matter_id, document.id, file) and 201
        except ApiError as refusal:
            return refusal.status

    return Upload, MAX_FILES, an_issued_upload(firm, document), issue


@pytest.mark.parametrize("kind", [court_forms, letters, letter_templates, files_of_an_item])
def test_one_takes_the_last_place(firm, api, at_once, kind):
    model, most, first, create = kind(firm, api)
    table, present = model._meta.table_name, model.of(firm).count()
    db.execute_sql(f"INSERT INTO {table} SELECT (jsonb_populate_record(row, jsonb_build_object("
                   f"'id', rpad(row.id || place, length(row.id) + 6, 'X'), 'public_part', row.id || place))).* "
                   f"FROM {table} AS row, generate_series(1, %s) AS place WHERE row.id = %s",
                   (most - 1 - present, first.id))

    answers = at_once(4, lambda _: create())

    assert (sorted(answers), model.of(firm).count()) == ([201, 422, 422, 422], most)
