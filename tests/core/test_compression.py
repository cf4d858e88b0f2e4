"""Compressed and uncompressed answers (docs/behaviour.md, "Answers and errors")."""

import gzip

import pytest

from intake.web.rendering import FOLDER, asset
from tests.builders import a_matter

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
CONSTANT = ["/docs", "/docs/api/matters", "/docs/index.json", "/api/v1/openapi.json", asset("portal.css"),
            asset("portal_rows.js")]


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.mark.parametrize("path", CONSTANT)
def test_what_never_changes_is_compressed(client, path):
    plain, compressed = client.get(path), client.get(path, headers=GZIP)

    assert "Content-Encoding" not in plain.headers
    assert compressed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(compressed.data) == plain.data
    assert len(compressed.data) < len(plain.data) / 2
    assert plain.headers["Vary"] == compressed.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("path", CONSTANT)
def test_each_encoding_has_an_etag_of_its_own(client, path):
    plain, compressed = client.get(path).headers["ETag"], client.get(path, headers=GZIP).headers["ETag"]

    assert plain != compressed
    assert client.get(path, headers=GZIP | {"If-None-Match": compressed}).status_code == 304
    assert client.get(path, headers={"If-None-Match": plain}).status_code == 304
    assert client.get(path, headers={"If-None-Match": compressed}).status_code == 200


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0", "deflate, gzip; q=0.0"])
def test_others_get_it_as_it_is(client, accepted):
    answer = client.get(asset("portal.css"), headers={"Accept-Encoding": accepted})

    assert answer.data == (FOLDER / "portal.css").read_bytes()


def test_long_json_is_compressed(app, firm, api):
    for number in range(20):
        a_matter(firm, title=f"Matter {number}")
    headers = {"X-Api-Key": api.key}
    plain = app.test_client().get("/api/v1/matters", headers=headers)
    compressed = app.test_client().get("/api/v1/matters", headers=headers | GZIP)

    assert compressed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(compressed.data) == plain.data
    assert int(compressed.headers["Content-Length"]) == len(compressed.data) < len(plain.data)
    assert plain.headers["Vary"] == "Accept-Encoding"


def test_short_json_is_not(client):
    answer = client.get("/healthz", headers=GZIP)

    assert "Content-Encoding" not in answer.headers
    assert "Vary" not in answer.headers


def test_json_for_a_browser_with_cookies_is_not(app, firm, api):
    for number in range(20):
        a_matter(firm, title=f"Matter {number}")
    client = app.test_client()
    client.set_cookie("intake_session", "any")

    assert "Content-Encoding" not in client.get("/api/v1/matters", headers={"X-Api-Key": api.key} | GZIP).headers


@pytest.mark.parametrize("path", ["/login", "/password/forgotten", "/p/any"])
def test_pages_that_may_hold_secrets_are_not(client, path):
    answer = client.get(path, headers=GZIP | {"Accept": "text/html"})

    assert answer.mimetype == "text/html"
    assert len(answer.data) > 1024
    assert "Content-Encoding" not in answer.headers


def test_names_of_files_are_compared_exactly(client):
    assert client.get("/static/x/y/../portal.css").status_code == 404
