"""GET /uploads/:id/download."""

from datetime import datetime, timedelta
from urllib.parse import unquote

import pytest
import requests

from intake.core.clock import now
from intake.core.db import db
from intake.core.filenames import attachment, received_filename
from tests.builders import PDF, a_document, an_issued_upload, an_upload
from tests.core.answers import data, refusal

NAMES = {
    "plain": "passport.pdf", "blanks": "my passport.pdf", "quotes": 'a"b\'c.pdf', "backslash": "a\\b.pdf",
    "line break": "a\r\nX-Evil: 1\r\n\r\n<html>.pdf",
    "device": "CON.pdf", "drive": "C:\\Users\\a.pdf", "accents": "Zoë Müller.pdf", "ideographs": "旅券.pdf",
    "beyond the basic plane": "𝕏.pdf", "up and away": "../../etc/passwd", "markup": "<img src=x onerror=alert(1)>.html",
    "percents": "100%.pdf", "encoded": "a%0d%0ab.pdf", "semicolons": "a;b=c.pdf", "longest": "x" * 251 + ".pdf",
    "right to left": "a\u202efdp.exe", "no ending": "README",
}


def test_download_equals_upload(firm, put, served):
    upload = an_upload(firm, put)

    answer = served(upload.id)

    assert (answer.status_code, answer.content) == (200, PDF)
    assert answer.headers["Content-Type"] == "application/pdf"


def test_browsers_keep_no_copy_of_the_download(firm, put, served):
    upload = an_upload(firm, put)

    assert served(upload.id).headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_any_filename_is_an_attachment(api, firm, put, served, name):
    upload = an_upload(firm, put, filename=name)

    answer = served(upload.id)

    disposition = answer.headers["Content-Disposition"]
    kind, _, names = disposition.partition(";")
    assert kind == "attachment"
    assert unquote(names.partition("filename*=UTF-8''")[2]) == received_filename(name)
    plain = names.partition('filename="')[2].partition('"')[0]
    assert plain.isascii()
    assert "X-Evil" not in answer.headers
    assert disposition.isprintable()
    assert data(api.get(f"/documents/{upload.document_id}"))["upload"]["filename"] == received_filename(name)


@pytest.mark.parametrize(("name", "plain"), [
    ("Núñez, permiso.pdf", "Nunez, permiso.pdf"), ("Паспорт.pdf", "_______.pdf"),
    ("“a” \uff02\uff0f.pdf", "_a_ __.pdf"),
])
def test_programs_that_know_plain_names_only_get_plain_letters(name, plain):
    assert attachment(name).split(";")[1] == f' filename="{plain}"'


def test_a_name_is_stored_without_path_and_control_characters(api, firm, put):
    upload = an_upload(firm, put, filename="C:\\Users\\Ana\\a\u202efdp.exe\n")

    assert db.execute_sql("SELECT filename FROM uploads WHERE id = %s", (upload.id,)).fetchone() == ("afdp.exe_",)
    assert data(api.get(f"/uploads/{upload.id}"))["filename"] == "afdp.exe_"


def test_a_name_that_was_stored_before_is_cleaned_when_it_is_read(api, firm, put, served):
    upload = an_upload(firm, put)
    db.execute_sql("UPDATE uploads SET filename = %s WHERE id = %s", ("../a\u202efdp.exe", upload.id))

    assert data(api.get(f"/uploads/{upload.id}"))["filename"] == "afdp.exe_"
    assert data(api.get(f"/documents/{upload.document_id}"))["upload"]["filename"] == "afdp.exe_"
    assert "filename*=UTF-8''afdp.exe_" in served(upload.id).headers["Content-Disposition"]


def test_html_file_is_an_attachment(firm, put, served):
    upload = an_upload(firm, put, body=b"<script>alert(1)</script>", filename="a.html", content_type="text/html")

    assert served(upload.id).headers["Content-Disposition"].startswith("attachment;")


def test_download_url_expires_in_five_minutes(api, firm, put):
    answer = data(api.get(f"/uploads/{an_upload(firm, put).id}/download"))

    left = datetime.fromisoformat(answer["expires_at"]) - now()
    assert timedelta(minutes=4, seconds=55) < left <= timedelta(minutes=5)
    assert "X-Amz-Expires=300" in answer["url"]


def test_download_url_allows_only_this_download(api, firm, put):
    url = data(api.get(f"/uploads/{an_upload(firm, put).id}/download"))["url"]

    assert put(url, b"x", "application/pdf").status_code == 403
    assert requests.get(url.replace("X-Amz-Expires=300", "X-Amz-Expires=30000"), timeout=10).status_code == 403
    assert requests.get(url.replace("attachment", "inline"), timeout=10).status_code == 403


@pytest.mark.parametrize("status", ["approved", "rejected"])
def test_reviewed_file_can_be_downloaded(api, firm, put, served, status):
    upload = an_upload(firm, put)
    api.patch(f"/uploads/{upload.id}/status", {"status": status})

    assert served(upload.id).content == PDF


def test_replaced_file_can_be_downloaded(firm, put, served):
    document = a_document(firm)
    replaced = an_upload(firm, put, document)
    newer = an_upload(firm, put, document, body=b"newer")

    assert (served(replaced.id).content, served(newer.id).content) == (PDF, b"newer")


def test_unconfirmed_upload_gets_404(api, arrived, firm):
    for upload in (an_issued_upload(firm), arrived()):
        assert refusal(api.get(f"/uploads/{upload.id}/download")) == (404, "upload_not_found")
