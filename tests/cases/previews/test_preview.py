"""Previews in the API: rendered by the worker after the scan, a few pages at first, the rest on request."""

from time import time
from urllib.parse import urlsplit

import pytest

from intake.cases.previews.jobs import render_preview, render_preview_failed
from intake.cases.previews.models import Preview
from intake.cases.uploads.jobs import process
from intake.cases.uploads.models import Upload
from intake.gateways.storage import storage
from tests.builders import an_upload
from tests.core.answers import data
from tests.stand_ins.pdfs import pdf, with_text

LOCKED = pdf(1, user_password="secret", algorithm="AES-256")


@pytest.fixture
def shown(api):
    """Retrieve the preview of an upload: `shown(upload, first=21)`."""
    return lambda upload, **query: data(api.get(f"/uploads/{upload.id}/preview", query_string=query))


@pytest.fixture
def image(browser):
    """Get a page's image by its address, without a session."""
    def get(url):
        parts = urlsplit(url)
        return browser.get(parts.path)

    return get


def numbers(preview):
    return [page["number"] for page in preview["pages"]]


def test_pages_appear_when_the_worker_has_rendered_them(firm, put, shown, worker):
    upload = an_upload(firm, put, body=pdf(3))
    before = shown(upload)
    worker.settle()
    worker.settle()

    assert (before["status"], before["pages"]) == ("pending", [])
    preview = shown(upload)
    assert (preview["status"], preview["page_count"], numbers(preview)) == ("ready", 3, [1, 2, 3])
    assert all(page["width"] > 0 and page["height"] > 0 for page in preview["pages"])


def test_first_page_comes_alone_and_later_ones_when_asked_for(firm, put, shown):
    upload = an_upload(firm, put, body=pdf(50))
    process(upload.id)
    render_preview(upload.id)
    assert numbers(shown(upload)) == [1]

    render_preview(upload.id)
    assert numbers(shown(upload, first=1)) == list(range(1, 21))
    assert numbers(shown(upload, first=21)) == [21]
    assert numbers(shown(upload, first=41)) == []

    for _ in range(3):
        render_preview(upload.id)
    assert numbers(shown(upload, first=41)) == list(range(41, 51))
    assert shown(upload, first=500)["pages"] == []


def test_file_whose_pages_were_not_rendered_for_a_day_is_shown_once_they_are(firm, put, shown):
    upload = an_upload(firm, put, body=pdf(2))
    process(upload.id)
    upload.change(page_count=None)  # as if the program that counts had been killed, too
    render_preview_failed(upload.id)
    assert (shown(upload)["status"], shown(upload)["problem"]) == ("unavailable", "too_complex")

    render_preview(upload.id)
    assert (shown(upload)["status"], shown(upload)["problem"], numbers(shown(upload))) == ("ready", None, [1])
    assert Upload.fetch(firm, upload.id).page_count == 2


def test_page_says_what_is_written_on_it(firm, put, shown):
    upload = an_upload(firm, put, body=with_text("Passport", "Second line"))
    process(upload.id)
    render_preview(upload.id)

    [page] = shown(upload)["pages"]
    assert page["text"] == "Passport\nSecond line"


def test_page_is_an_image_that_shared_caches_do_not_keep(firm, put, shown, image):
    upload = an_upload(firm, put, body=pdf(1))
    process(upload.id)
    render_preview(upload.id)
    answer = image(shown(upload)["pages"][0]["url"])

    assert answer.status_code == 200
    assert answer.data[:4] == b"RIFF"
    assert answer.headers["Content-Type"] == "image/webp"
    assert answer.headers["Content-Security-Policy"] == (
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"].startswith("private")


def test_forged_or_expired_address_is_not_found(firm, put, shown, image, monkeypatch):
    upload = an_upload(firm, put, body=pdf(1))
    process(upload.id)
    render_preview(upload.id)
    signed = time() // 300 * 300
    urls = set()
    for moment in (signed, signed + 299):
        monkeypatch.setattr("itsdangerous.timed.time.time", lambda moment=moment: moment)
        urls.add(shown(upload)["pages"][0]["url"])

    [url] = urls
    assert image(url[:-9] + ("A" if url[-9] != "A" else "B") + url[-8:]).status_code == 404
    assert image("/previews/nonsense").status_code == 404
    for moment, status in ((signed - 10, 200), (signed - 100, 404), (signed + 590, 200), (signed + 610, 404)):
        monkeypatch.setattr("itsdangerous.timed.time.time", lambda moment=moment: moment)
        assert image(url).status_code == status, "a host's clock may be a little behind"


def test_page_that_is_deleted_while_it_is_asked_for_is_not_found(firm, put, shown, image):
    upload = an_upload(firm, put, body=pdf(1))
    process(upload.id)
    render_preview(upload.id)
    url = shown(upload)["pages"][0]["url"]

    delete = lambda **_: storage.delete_under(f"files/{firm.id}/{upload.id}/")  # noqa: E731
    for events in storage.events:
        events.register("before-call.s3.GetObject", delete)
    try:
        assert image(url).status_code == 404
    finally:
        for events in storage.events:
            events.unregister("before-call.s3.GetObject", delete)
    assert image(url).status_code == 404


@pytest.mark.parametrize(("body", "content_type", "problem"), [
    (LOCKED, "application/pdf", "encrypted"),
    (b"PK\x03\x04" + bytes(100), "application/pdf", "unsupported"),
    (b"<!doctype html><script>alert(1)</script>", "application/pdf", "unsupported"),
    (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "application/pdf", "unsupported"),
])
def test_file_that_cannot_be_shown_is_explained(firm, put, shown, body, content_type, problem):
    upload = an_upload(firm, put, body=body, content_type=content_type)
    process(upload.id)
    render_preview(upload.id)

    assert (shown(upload)["status"], shown(upload)["problem"]) == ("unavailable", problem)


def test_file_is_not_rendered_before_its_scan(firm, put, shown):
    upload = an_upload(firm, put, body=pdf(1))
    render_preview(upload.id)

    assert shown(upload)["status"] == "pending"
    assert Preview.of_upload(upload) is None


def test_two_runs_at_once_record_each_page_once(firm, put, shown, at_once):
    upload = an_upload(firm, put, body=pdf(5))
    process(upload.id)
    at_once(2, lambda _: render_preview(upload.id))
    at_once(2, lambda _: render_preview(upload.id))

    assert numbers(shown(upload)) == [1, 2, 3, 4, 5]


def test_rotation_is_remembered_also_before_the_pages_are_there(firm, put, api, shown):
    upload = an_upload(firm, put, body=pdf(1))
    assert data(api.patch(f"/uploads/{upload.id}/preview", {"rotation": 90}))["rotation"] == 90
    process(upload.id)
    render_preview(upload.id)

    preview = shown(upload)
    assert (preview["status"], preview["rotation"], numbers(preview)) == ("ready", 90, [1])


def test_images_are_deleted_with_their_file(firm, put, services):
    upload = an_upload(firm, put, body=pdf(1))
    process(upload.id)
    render_preview(upload.id)
    folder = services.s3.bucket / "files" / firm.id / upload.id

    assert {path.name for path in (folder / "preview").iterdir()} == {"1.webp", "small.webp"}
