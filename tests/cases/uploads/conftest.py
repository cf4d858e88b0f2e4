"""What the tests of uploads need beside the cast."""

import pytest
import requests

from config.settings import Settings
from intake.gateways.storage import Storage
from tests.builders import PDF, an_issued_upload
from tests.core.answers import data
from tests.stand_ins.clamd import Clamd, scanning_at

from .meddler import Meddler


@pytest.fixture
def arrived(firm, put):
    """An upload whose file arrived in storage, but was not confirmed: `arrived(document, body=…)`."""
    def send(document=None, body=PDF, **values):
        upload = an_issued_upload(firm, document, body, **values)
        assert put(upload.upload_url, body, upload.content_type).status_code == 200
        return upload

    return send


@pytest.fixture
def served(api):
    """The file as the service hands it out: `served(upload_id)` gives the storage's answer."""
    return lambda id: requests.get(data(api.get(f"/uploads/{id}/download"))["url"], timeout=10)


@pytest.fixture
def stored(services):
    """The names of the objects in storage that belong to an upload: `stored(upload, "files")`."""
    def look(upload, folder=""):
        root = services.s3.bucket / folder
        return [path.relative_to(services.s3.bucket).as_posix() for path in root.rglob("*")
                if path.is_file() and upload.id in path.as_posix()]

    return look


@pytest.fixture
def meddler(app, services, monkeypatch):
    """Somebody between the application and its storage; signed URLs still lead straight to the storage."""
    meddler = Meddler(services.env["S3_ENDPOINT_URL"])
    settings = Settings.load(services.env | {
        "S3_ENDPOINT_URL": meddler.url, "S3_PUBLIC_ENDPOINT_URL": services.env["S3_ENDPOINT_URL"]})
    monkeypatch.setitem(app.extensions, "storage", Storage(settings))
    yield meddler
    meddler.stop()


@pytest.fixture
def clamd(app):
    """The application scans with an honest clamd."""
    with Clamd() as clamd, scanning_at(app, clamd.url):
        yield clamd


@pytest.fixture
def shown(api):
    """What the API says of an upload: `shown(upload)`."""
    return lambda upload: data(api.get(f"/uploads/{upload.id}"))


@pytest.fixture
def rejections(announced):
    """What was announced of rejected and quarantined files."""
    wanted = ("document.rejected", "upload.quarantined")
    return lambda: [(type, payload) for type, payload in announced() if type in wanted]
