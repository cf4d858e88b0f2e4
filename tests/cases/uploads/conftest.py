"""Fixtures of the upload tests."""

import pytest
import requests

from config.settings import Settings
from intake.gateways.storage import Storage
from tests.builders import PDF, an_issued_upload
from tests.core.answers import data
from tests.stand_ins.clamd import Clamd, scanning_at

from .storage_proxy import StorageProxy


@pytest.fixture
def arrived(firm, put):
    """Create an upload whose file is in storage, but not confirmed: `arrived(document, body=…)`."""
    def send(document=None, body=PDF, **values):
        upload = an_issued_upload(firm, document, body, **values)
        assert put(upload.upload_url, body, upload.content_type).status_code == 200
        return upload

    return send


@pytest.fixture
def served(api):
    """Download a file by its signed URL and return the storage's response: `served(upload_id)`."""
    return lambda id: requests.get(data(api.get(f"/uploads/{id}/download"))["url"], timeout=10)


@pytest.fixture
def stored(services):
    """Return the keys of the objects of an upload: `stored(upload, "files")`."""
    def look(upload, folder=""):
        root = services.s3.bucket / folder
        return [path.relative_to(services.s3.bucket).as_posix() for path in root.rglob("*")
                if path.is_file() and upload.id in path.as_posix()]

    return look


@pytest.fixture
def storage_proxy(app, services, monkeypatch):
    """Put a `StorageProxy` between the application and its storage. Signed URLs still refer to the storage itself."""
    proxy = StorageProxy(services.env["S3_ENDPOINT_URL"])
    settings = Settings.load(services.env | {
        "S3_ENDPOINT_URL": proxy.url, "S3_PUBLIC_ENDPOINT_URL": services.env["S3_ENDPOINT_URL"]})
    monkeypatch.setitem(app.extensions, "storage", Storage(settings))
    yield proxy
    proxy.stop()


@pytest.fixture
def clamd(app):
    """Let the application scan with a working clamd."""
    with Clamd() as clamd, scanning_at(app, clamd.url):
        yield clamd


@pytest.fixture
def shown(api):
    """Retrieve an upload by the API: `shown(upload)`."""
    return lambda upload: data(api.get(f"/uploads/{upload.id}"))


@pytest.fixture
def rejections(announced):
    """Return the events of rejected and quarantined files."""
    types = ("document.rejected", "upload.quarantined")
    return lambda: [(type, payload) for type, payload in announced() if type in types]
