"""The scanner's results for clamd's answers, and for its failures to answer."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from marshmallow import ValidationError

from config.settings import clamd_url
from intake.gateways.scanner import Clean, Infected, NotScanned, Scanner, ScannerUnavailable, Timeouts
from tests.stand_ins.clamd import (
    EICAR,
    SIGNATURE,
    SIZE_EXCEEDED,
    Clamd,
    answering,
    deaf,
    dripping,
    hang_up,
    honest,
    interrupting,
    silent,
)

CHUNK = b"x" * 65536
MANY = 400  # chunks: more than the buffers between two sockets hold
PATIENT = Timeouts()
IMPATIENT = Timeouts(connect=0.3, send=0.3, answer=0.3)


@pytest.fixture
def scan():
    """Scan chunks with a clamd of this behaviour, and return the verdict: `scan(behaviour, [b"…"])`."""

    def scanned(behaviour, chunks=(CHUNK,), max_mb=100, timeouts=PATIENT):
        with Clamd(behaviour) as clamd:
            return Scanner(clamd.url, max_mb, timeouts).scan(iter(chunks))

    return scanned


def test_file_is_clean_after_complete_scan(scan):
    assert scan(honest, [CHUNK] * MANY) == Clean()


def test_an_empty_file_is_clean(scan):
    assert scan(honest, []) == Clean()


def test_an_empty_chunk_does_not_end_the_file(scan):
    assert scan(honest, [b"a", b"", EICAR, b""]) == Infected(SIGNATURE)


def test_what_is_found_is_named(scan):
    assert scan(honest, [CHUNK, EICAR[:20], EICAR[20:], CHUNK]) == Infected(SIGNATURE)


@pytest.mark.parametrize("name", ["Win.Test.EICAR_HDB-1", "Some name with FOUND in it", "Größe.UNOFFICIAL"])
def test_a_signature_may_have_any_name(scan, name):
    assert scan(answering(f"stream: {name} FOUND\0".encode())) == Infected(name)


def test_unix_socket_works(tmp_path):
    with Clamd(path=tmp_path / "clamd.ctl") as clamd:
        assert Scanner(clamd.url, 100).scan([EICAR]) == Infected(SIGNATURE)


@pytest.mark.parametrize("url", [
    "tcp://localhost:3310", "tcp://clamd.internal", "tcp://[::1]:3310", "unix:///run/clamav/clamd.ctl"])
def test_valid_address_is_accepted(url):
    assert clamd_url(url) is None


@pytest.mark.parametrize("url", [
    "localhost:3310", "/run/clamav/clamd.ctl", "http://localhost:3310", "tcp://", "tcp://:3310", "tcp://localhost:0",
    "tcp://localhost:65536", "tcp://localhost:clamd", "tcp:///run/clamd.ctl", "unix://", "unix://run/clamd.ctl"])
def test_invalid_address_stops_the_start(url):
    with pytest.raises(ValidationError, match="Must be an address"):
        clamd_url(url)


def test_without_an_address_nothing_is_scanned():
    scanner = Scanner(None, 100)
    assert not scanner.is_configured
    assert scanner.scan([EICAR]) == NotScanned("no scanner is configured")


@pytest.mark.parametrize(("chunks", "verdict"), [
    ([CHUNK] * 16, Clean()),
    ([CHUNK] * 16 + [b"x"], NotScanned("larger than 1 MB")),
    ([CHUNK] * 16 + [EICAR], NotScanned("larger than 1 MB")),
])
def test_a_file_beyond_our_limit_is_not_scanned_and_so_never_clean(scan, chunks, verdict):
    assert scan(honest, chunks, max_mb=1) == verdict


@pytest.mark.parametrize("then_wait", [False, True])
def test_size_limit_answer_while_sending(scan, then_wait):
    verdict = scan(interrupting(SIZE_EXCEEDED, after=3, then_wait=then_wait), [CHUNK] * MANY)
    assert isinstance(verdict, NotScanned)


@pytest.mark.parametrize("then_wait", [False, True])
def test_found_answer_while_sending(scan, then_wait):
    interruption = interrupting(b"stream: Early FOUND\0", then_wait=then_wait)
    assert scan(interruption, [CHUNK] * MANY) == Infected("Early")


def test_a_file_that_clamd_gave_up_within_is_not_scanned(scan):
    assert isinstance(scan(answering(b"stream: Heuristics.Limits.Exceeded.MaxScanSize FOUND\0")), NotScanned)


def test_ok_before_the_end_is_not_clean(scan):
    with pytest.raises(ScannerUnavailable, match="stream: OK"):
        scan(interrupting(b"stream: OK\0", then_wait=True), [CHUNK] * MANY)


@pytest.mark.parametrize("answer", [
    b"", b"\0", b"stream: OK", b"stream: OK\n", b"stream: ok\0", b"stream:OK\0", b" stream: OK\0", b"stream: OK \0",
    b"stream: OK\0stream: Late FOUND\0", b"OK\0", b"1: stream: OK\0", b"stream: FOUND\0", b"stream: Cut off FOU",
    b"stream: Can't allocate memory ERROR\0", b"COMMAND READ TIMED OUT\0", b"UNKNOWN COMMAND\0",
    b"HTTP/1.1 200 OK\r\n\r\n", b"\xff\xfe\0", b"x" * 100_000,
])
def test_unknown_answers_raise_unavailable(scan, answer):
    with pytest.raises(ScannerUnavailable):
        scan(answering(answer))


@pytest.mark.parametrize("behaviour", [hang_up, silent, deaf, dripping(b"stream: OK\0", pause=0.1)])
def test_missing_answer_raises_unavailable(scan, behaviour):
    with pytest.raises(ScannerUnavailable):
        scan(behaviour, [CHUNK] * MANY, timeouts=IMPATIENT)


def test_a_clamd_that_hung_has_to_answer_a_ping_before_it_gets_another_file():
    with Clamd(deaf) as clamd:
        scanner = Scanner(clamd.url, 100, Timeouts(connect=0.1, answer=2))
        with pytest.raises(ScannerUnavailable):
            scanner.scan([CHUNK])
        began = time.monotonic()
        with pytest.raises(ScannerUnavailable):
            scanner.scan([CHUNK])

        assert time.monotonic() - began < 1.9


def test_slow_answer_in_time_counts(scan):
    assert scan(dripping(b"stream: OK\0", pause=0.01)) == Clean()


def test_many_files_are_scanned_side_by_side():
    files = [[CHUNK, EICAR] if number % 2 else [CHUNK] for number in range(40)]
    with Clamd() as clamd, ThreadPoolExecutor(20) as pool:
        verdicts = list(pool.map(Scanner(clamd.url, 100).scan, files))
        assert clamd.connections == 40
    assert verdicts == [Clean(), Infected(SIGNATURE)] * 20


def test_error_of_the_file_is_raised(scan):
    def broken():
        yield CHUNK
        raise ConnectionResetError("the storage's trouble, not the scanner's")

    with pytest.raises(ConnectionResetError):
        scan(honest, broken())


def _nobody():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"tcp://127.0.0.1:{server.getsockname()[1]}"


@pytest.mark.parametrize(
    "url", [_nobody(), "tcp://nowhere.invalid:3310", "unix:///nowhere/clamd.ctl"],
    ids=["refused", "no such name", "no such socket"])
def test_connection_failure_raises_unavailable(url):
    scanner = Scanner(url, 100, IMPATIENT)
    for attempt in (lambda: scanner.scan([CHUNK]), scanner.ping, scanner.version):
        with pytest.raises(ScannerUnavailable, match="nothing listens"):
            attempt()


def test_ping_and_version():
    with Clamd() as clamd:
        scanner = Scanner(clamd.url, 100)
        scanner.ping()
        assert scanner.version().startswith("ClamAV 1.")


def test_ping_detects_another_server():
    def greet(talk):
        talk.send(b"220 mail.example.com ESMTP\0")

    with Clamd(greet) as server, pytest.raises(ScannerUnavailable, match="220 mail"):
        Scanner(server.url, 100).ping()
