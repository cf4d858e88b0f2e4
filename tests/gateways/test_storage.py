"""Storage with the role of a container or instance, and the bucket's place in addresses (gateways/storage.py)."""

import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
import requests

from config.settings import Settings, SettingsError
from intake.gateways import storage_sweep
from intake.gateways.storage import Storage, StorageUnavailable, storage
from intake.gateways.storage_description import OPERATIONS
from intake.gateways.storage_sweep import delete_files_of
from tests.stand_ins.container_role import ContainerRole


@pytest.fixture
def no_keys(services, monkeypatch, tmp_path):
    """The settings without keys for the storage, on a machine without keys or a role."""
    for name in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    return services.env | {"S3_ACCESS_KEY_ID": "", "S3_SECRET_ACCESS_KEY": ""}


@pytest.fixture
def with_role(services, no_keys, monkeypatch):
    """Return a storage and its role, whose keys expire in this many minutes: `with_role(60)`."""
    roles = []

    def make(minutes):
        role = ContainerRole(services.env["S3_ACCESS_KEY_ID"], services.env["S3_SECRET_ACCESS_KEY"], minutes)
        roles.append(role.__enter__())
        for name, value in role.env.items():
            monkeypatch.setenv(name, value)
        return Storage(Settings.load(no_keys)), role

    yield make
    for role in roles:
        role.__exit__()


def test_files_are_stored_by_the_role(with_role):
    storage, role = with_role(60)
    address = storage.upload_url("role.txt", "text/plain", 4)

    assert requests.put(address, b"text", headers={"Content-Type": "text/plain"}, timeout=10).status_code == 200
    assert b"".join(storage.chunks("role.txt")) == b"text"
    assert requests.get(storage.download_url("role.txt", "a.txt", "text/plain"), timeout=10).content == b"text"
    assert role.answers == 1


def test_keys_of_the_role_are_renewed_before_they_end(with_role):
    storage, role = with_role(minutes=5)
    for _ in range(3):
        storage.check()

    assert role.answers >= 3


@pytest.mark.parametrize(("name", "value"), [("AWS_PROFILE", "of-another-program"), ("AWS_CONFIG_FILE", "broken"),
                                             ("AWS_SHARED_CREDENTIALS_FILE", "broken")])
def test_with_keys_the_files_of_other_tools_are_not_read(services, monkeypatch, tmp_path, name, value):
    (tmp_path / "broken").write_text("[default\n=\n")
    monkeypatch.setenv(name, str(tmp_path / value) if value == "broken" else value)

    assert Storage(Settings.load(services.env)).head("no such file") is None


@pytest.mark.parametrize(("name", "value"), [("AWS_PROFILE", "unknown"), ("AWS_ACCESS_KEY_ID", "alone"),
                                             ("AWS_METADATA_SERVICE_TIMEOUT", "soon")])
def test_wrong_settings_of_other_tools_are_named(no_keys, monkeypatch, name, value):
    monkeypatch.setenv(name, value)

    with pytest.raises(SettingsError) as refused:
        Storage(Settings.load(no_keys))
    assert refused.value.problems.keys() == {"AWS_…"}


def test_without_keys_and_role_the_storage_is_unavailable(no_keys):
    storage = Storage(Settings.load(no_keys))

    for use in (storage.check, lambda: storage.upload_url("a.txt", "text/plain")):
        with pytest.raises(StorageUnavailable):
            use()


@pytest.mark.parametrize(("style", "endpoint", "host", "path"), [
    ("auto", "https://s3.example.com", "s3.example.com", "/intake-files/a.txt"),
    ("path", "https://s3.example.com", "s3.example.com", "/intake-files/a.txt"),
    ("virtual", "https://s3.example.com", "intake-files.s3.example.com", "/a.txt"),
    ("auto", "", "intake-files.s3.amazonaws.com", "/a.txt"),
    ("path", "", "s3.amazonaws.com", "/intake-files/a.txt"),
])
def test_place_of_the_bucket_in_addresses(services, style, endpoint, host, path):
    storage = Storage(Settings.load(services.env | {"S3_ADDRESSING_STYLE": style, "S3_ENDPOINT_URL": endpoint}))

    for address in (storage.upload_url("a.txt", "text/plain"), storage.download_url("a.txt", "a.txt", "text/plain")):
        parts = urlsplit(address)
        assert (parts.netloc, parts.path) == (host, path)
    assert storage.upload_origin == f"https://{host}"


def test_what_is_written_in_parts_is_one_file(app):
    pieces = [bytes([number]) * 3_000_001 for number in range(6)]
    with storage.writing("parts/whole", "text/csv") as file:
        for piece in pieces:
            file.write(piece)
    assert file.size == storage.head("parts/whole").size == 18_000_006
    assert b"".join(storage.chunks("parts/whole")) == b"".join(pieces)
    storage.delete_with_unfinished("parts/")
    assert storage.head("parts/whole") is None


@pytest.mark.parametrize("page", [1, 3, 1000])
def test_files_of_many_records_are_deleted_and_no_others(app, monkeypatch, page):
    monkeypatch.setattr(storage_sweep, "_AT_ONCE", page)
    names = [f"upl_{number}{part}" for number in range(10, 30)
             for part in (["/a", "/preview/1"], [""])[number % 2]]  # a key or a folder
    stored = storage._get_current_object()
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda name: stored._s3.put_object(Bucket=stored.bucket, Key=f"sweep/f/{name}", Body=b"x"),
                         names))
    gone = [f"upl_{number}" for number in (28, 11, 10, 12, 19, 99)]
    delete_files_of(storage, "sweep/f/", gone)
    left = {found.key.split("/")[2] for found in storage.listed("sweep/f/")}
    assert left == {f"upl_{number}" for number in range(10, 30)} - set(gone)

    asked, events = [], storage.events[0]
    count = lambda model, **_: asked.append(model.name)  # noqa: E731
    events.register("before-call", count)
    delete_files_of(storage, "sweep/f/", sorted(left))
    events.unregister("before-call", count)
    assert not list(storage.listed("sweep/f/"))
    assert asked.count("ListObjectsV2") == 1 or page < 1000
    storage.delete_with_unfinished("sweep/")


def test_what_is_not_written_to_its_end_is_no_file(app):
    def parts():
        yield b"x" * 9_000_000
        raise KeyError

    with pytest.raises(KeyError), storage.writing("parts/broken", "text/csv") as file:
        sum(map(file.write, parts()))
    assert storage.head("parts/broken") is None


def test_only_the_used_part_of_the_description_is_in_memory(app):
    description = storage._s3.meta.service_model
    assert {"GetObject", "PutObject"} <= set(description.operation_names) < OPERATIONS
    assert not any(description.shape_for(name).documentation for name in description.shape_names)
    assert {"CopyObjectResult", "NoSuchUpload"} <= set(description.shape_names)
    assert "AnalyticsConfiguration" not in description.shape_names
    assert not any("LastModified" in description.shape_for(name).members for name in ("CopyObjectResult", "Object"))


@pytest.mark.parametrize("ask", [
    lambda found: found.head("a.txt"), lambda found: found.part("a.txt", 0, 9), lambda found: found.copy("a.txt", "b")])
def test_file_of_a_missing_bucket_is_not_taken_for_a_missing_file(services, ask, caplog):
    """Otherwise its scan would fail for good, and the client would be told that it has not arrived."""
    with pytest.raises(StorageUnavailable):
        ask(Storage(Settings.load(services.env | {"S3_BUCKET": "no-such-bucket"})))
    assert [(log.message, log.status) for log in caplog.records] == [("storage failed", 404)]


@pytest.mark.parametrize(("length", "read"), [
    (100, lambda found: found.open("a").read(1000)), (100, lambda found: found.open("a").read()),
    (100, lambda found: found.part("a", 0, 99)), (100, lambda found: b"".join(found.chunks("a"))),
    (50, lambda found: b"".join(found.pieces("a", 100)))])
def test_an_answer_that_breaks_off_is_no_shorter_file(services, serve, length, read):
    """Once half a logo arrived, was shown, and was cached by browsers for a year."""
    def break_off(client):
        client.sock.recv(65536)
        client.send(b"HTTP/1.1 200 OK\r\nETag: a\r\nContent-Length: %d\r\n\r\n" % length + b"x" * 50)

    server = serve(break_off)
    broken = Storage(Settings.load(services.env | {"S3_ENDPOINT_URL": server.url("")}))

    with pytest.raises(StorageUnavailable):
        read(broken)


@pytest.mark.parametrize("read", [lambda found: found.open("a").read(), lambda found: found.part("a", 0, 8191)])
def test_a_file_that_comes_in_drops_is_given_up(services, serve, monkeypatch, read):
    """A scan of such a file once held the worker's other tasks for half an hour."""
    def drip(client):
        client.sock.recv(65536)
        client.send(b"HTTP/1.1 200 OK\r\nETag: a\r\nContent-Length: 8192\r\n\r\n")
        for _ in range(2):
            time.sleep(0.3)  # longer than its bytes may take
            client.send(b"x" * 4096)

    monkeypatch.setattr("intake.gateways.storage._GRACE_SECONDS", 0.1)
    server = serve(drip)
    slow = Storage(Settings.load(services.env | {"S3_ENDPOINT_URL": server.url("")}))

    with pytest.raises(StorageUnavailable):
        read(slow)


@pytest.mark.parametrize(("answer", "length"), [
    ("301 Moved\r\nLocation: /", "51"), ("200 OK", "51"), ("404 Not Found", "51"), ("200 OK\r\nETag: a", "many"),
    ("200 OK\r\nETag: a", "-5"), ("099 Early\r\nETag: a", "51")])
def test_answer_of_a_proxy_is_none_of_the_storage(services, serve, answer, length):
    """A redirect once made a call ask the proxy a hundred times and fail as a bug; a page was read as the file."""
    page = "<Bucket><ETag><Contents><Size>many</Size></Contents"

    def explain(client):
        client.sock.recv(65536)
        client.send(f"HTTP/1.1 {answer}\r\nContent-Length: {length}\r\n\r\n{page}".encode())

    server = serve(explain)
    behind = Storage(Settings.load(services.env | {"S3_ENDPOINT_URL": server.url("")}))
    for use in (lambda: behind.put("a", b"text", "text/plain"), lambda: behind.open("a"), lambda: behind.delete("a"),
                lambda: behind.part("a", 0, 9), lambda: behind.copy("a", "b"), lambda: list(behind.listed("a")),
                lambda: behind.head("a")):
        with pytest.raises(StorageUnavailable):
            use()
