"""A firm's logo: uploaded to storage, checked by its content, shown publicly."""

from datetime import datetime, timedelta
from io import BytesIO
from urllib.parse import urlsplit

import pytest
import requests
from PIL import Image

from intake.accounts.firms.models import Firm
from intake.core.clock import now
from tests.builders import PDF, PNG
from tests.core.answers import data, refusal, wrong_fields
from tests.stand_ins.pictures import png_of_size


def _jpeg():
    file = BytesIO()
    Image.new("RGB", (40, 20), "red").save(file, "JPEG")
    return file.getvalue()


JPEG = _jpeg()
BODY = {"filename": "logo.png", "content_type": "image/png", "file_size_bytes": len(PNG)}
MEGABYTE = 1024 * 1024


@pytest.fixture
def sent(api, put):
    """PUT a picture to the upload URL: `sent(PNG, "image/png")`."""
    def send(picture=PNG, content_type="image/png", through=api):
        body = BODY | {"content_type": content_type, "file_size_bytes": len(picture)}
        issued = data(through.post("/firms/logo", body))
        assert put(issued["upload_url"], picture, content_type).status_code == 200
        return issued

    return send


@pytest.fixture
def set_logo(api, sent):
    """Make the picture the firm's logo, and return its URL: `set_logo(PNG)`."""
    def hang(picture=PNG, content_type="image/png"):
        sent(picture, content_type)
        return data(api.post("/firms/logo/confirm"))["logo_url"]

    return hang


@pytest.fixture
def stored(services, firm):
    """The names of the objects in storage that belong to the firm's logos."""
    def look():
        found = (path.relative_to(services.s3.bucket).as_posix() for path in services.s3.bucket.rglob("*")
                 if path.is_file())
        return [name for name in found if firm.slug in name or f"{firm.id}/logo" in name]

    return look


@pytest.fixture
def fetch(app):
    """The answer at the URL of a logo, without credentials."""
    def get(url):
        with app.app_context():
            return app.test_client().get(urlsplit(url).path)

    return get


def test_upload_url_expires_after_15_minutes(api):
    issued = data(api.post("/firms/logo", BODY))

    assert issued.keys() == {"upload_url", "upload_url_expires_at", "fields"}
    assert issued["fields"] == {"Content-Type": "image/png"}
    left = datetime.fromisoformat(issued["upload_url_expires_at"]) - now()
    assert abs(left - timedelta(minutes=15)) < timedelta(seconds=5)


@pytest.mark.parametrize(("change", "field"), [
    ({"content_type": "image/svg+xml"}, "content_type"), ({"content_type": "text/html"}, "content_type"),
    ({"file_size_bytes": 2 * MEGABYTE + 1}, "file_size_bytes"), ({"file_size_bytes": 0}, "file_size_bytes"),
    ({"filename": ""}, "filename"), ({"filename": "a\x00.png"}, "filename"), ({"key": "x"}, "key")])
def test_invalid_body_is_refused(api, change, field):
    assert wrong_fields(api.post("/firms/logo", BODY | change)) == {field}


def test_upload_url_is_bound_to_length_and_type(api, put):
    url = data(api.post("/firms/logo", BODY))["upload_url"]

    assert put(url, PNG + b"more", "image/png").status_code == 403
    assert put(url, PNG, "text/html").status_code == 403


@pytest.mark.parametrize(("picture", "content_type"), [(PNG, "image/png"), (JPEG, "image/jpeg")])
def test_confirmed_logo_is_public(api, set_logo, fetch, picture, content_type):
    url = set_logo(picture, content_type)

    assert data(api.get("/firms"))["logo_url"] == url
    answer = fetch(url)
    assert (answer.status_code, answer.data, answer.headers["Content-Type"]) == (200, picture, content_type)


def test_logo_is_served_as_picture_only(set_logo, fetch):
    headers = fetch(set_logo()).headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"] == (
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox")
    assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Set-Cookie" not in headers


def test_content_type_is_detected_from_the_file(set_logo, fetch):
    assert fetch(set_logo(JPEG, "image/png")).headers["Content-Type"] == "image/jpeg"


@pytest.mark.parametrize("file", [
    b"<html><script>alert(1)</script></html>", b"<svg xmlns='http://www.w3.org/2000/svg'/>", PDF,
    b"GIF89a" + b"\0" * 64, b"\0" * 100, PNG[:45], JPEG[:30], png_of_size(9_000, 9_000)])
def test_file_that_is_not_a_picture_is_refused_and_deleted(api, sent, stored, file):
    sent(file)

    assert refusal(api.post("/firms/logo/confirm")) == (422, "invalid_logo")
    assert data(api.get("/firms"))["logo_url"] is None
    assert stored() == []


def test_logo_is_kept_while_the_disk_takes_no_other(api, set_logo, sent, stored, tmp_path, monkeypatch):
    url, before = set_logo(), stored()
    sent()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))  # as unusable as a full one

    assert refusal(api.post("/firms/logo/confirm")) == (502, "storage_unavailable")
    assert (data(api.get("/firms"))["logo_url"], stored()) == (url, before)


def test_confirming_without_upload_is_refused(api):
    data(api.post("/firms/logo", BODY))

    assert refusal(api.post("/firms/logo/confirm")) == (422, "file_not_found_in_storage")


def test_logo_that_disappears_during_the_check_is_refused(app, api, sent, monkeypatch):
    sent()
    monkeypatch.setattr(app.extensions["storage"], "head", lambda key: None)

    assert refusal(api.post("/firms/logo/confirm")) == (422, "file_not_found_in_storage")
    assert data(api.get("/firms"))["logo_url"] is None


def test_confirming_twice_keeps_the_logo(api, set_logo):
    url = set_logo()

    assert refusal(api.post("/firms/logo/confirm")) == (422, "file_not_found_in_storage")
    assert data(api.get("/firms"))["logo_url"] == url


def test_later_upload_does_not_change_the_logo(api, sent, fetch, put):
    issued = sent()
    url = data(api.post("/firms/logo/confirm"))["logo_url"]

    put(issued["upload_url"], bytes(reversed(PNG)), "image/png")

    assert fetch(url).data == PNG


def test_next_logo_has_another_url_and_the_previous_is_deleted(set_logo, fetch, worker, stored):
    first = set_logo()
    second = set_logo(JPEG, "image/jpeg")

    assert first != second
    assert (fetch(first).status_code, fetch(second).data) == (404, JPEG)
    worker.perform_tasks()
    assert len(stored()) == 1


def test_concurrent_confirmations_leave_one_logo(api, firm, sent, at_once, fetch, worker, stored):
    sent()

    answers = at_once(4, lambda _: api.post("/firms/logo/confirm"))

    assert {answer.status_code for answer in answers} <= {200, 422}
    assert fetch(Firm.fetch(firm.id).logo_url).data == PNG
    worker.perform_tasks()
    assert len(stored()) == 1


def test_logo_is_removed_with_its_file(api, firm, sent, fetch, worker, stored):
    sent()
    url = data(api.post("/firms/logo/confirm"))["logo_url"]

    for _ in range(2):
        assert data(api.delete("/firms/logo"))["logo_url"] is None
    worker.perform_tasks()

    assert (fetch(url).status_code, stored(), Firm.fetch(firm.id).logo_key) == (404, [], None)


def test_each_firm_has_its_own_logo(api, rival_api, sent):
    sent()

    assert refusal(rival_api.post("/firms/logo/confirm")) == (422, "file_not_found_in_storage")
    assert data(rival_api.get("/firms"))["logo_url"] is None


@pytest.mark.parametrize("path", ["/logos/unknown/abc", "/logos/{slug}/abc", "/logos/{slug}/..%2f..%2ffiles",
                                  "/logos/%00/abc", "/logos/{slug}/%00", "/logos/{slug}/%ED%A0%80"])
def test_other_urls_are_not_found(set_logo, firm, fetch, path):
    set_logo()

    assert fetch(path.format(slug=firm.slug)).status_code == 404


def test_storage_outage_changes_nothing(api, sent, services):
    sent()
    services.s3.stop()
    try:
        for path, body in (("/firms/logo", BODY), ("/firms/logo/confirm", None)):
            assert refusal(api.post(path, body)) == (502, "storage_unavailable")
    finally:
        services.s3.start()

    assert requests.get(data(api.post("/firms/logo", BODY))["upload_url"], timeout=30).status_code == 403
    assert data(api.post("/firms/logo/confirm"))["logo_url"]
