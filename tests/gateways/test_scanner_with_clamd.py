"""The scanner and the real clamd."""

import io
import random
import zipfile

import pytest

from intake.gateways.scanner import Clean, Infected, NotScanned, Scanner
from tests.stand_ins.clamd import EICAR, SIGNATURE
from tests.stand_ins.real_clamd import STREAM_MAX_MB, running

CHUNK = random.Random(3).randbytes(65536)


@pytest.fixture(scope="module")
def scanner(tmp_path_factory):
    with running(tmp_path_factory.mktemp("clamd")) as clamd:
        yield Scanner(clamd.url, 100)


def _zipped(name, content):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return file.getvalue()


def test_it_answers(scanner):
    scanner.ping()
    assert scanner.version().startswith("ClamAV ")


@pytest.mark.parametrize("chunks", [[], [b""], [b"hello"], [CHUNK] * 8])
def test_it_finds_nothing_in_clean_files(scanner, chunks):
    assert scanner.scan(chunks) == Clean()


@pytest.mark.parametrize("chunks", [[EICAR], [EICAR[:1], b"", EICAR[1:]], [_zipped("virus.com", EICAR)]])
def test_it_finds_eicar(scanner, chunks):
    assert scanner.scan(chunks) == Infected(f"{SIGNATURE}.UNOFFICIAL")


@pytest.mark.parametrize("megabytes", [STREAM_MAX_MB + 1, 30])
def test_a_stream_that_is_too_long_for_it_is_not_scanned(scanner, megabytes):
    verdict = scanner.scan([CHUNK] * 16 * megabytes)
    assert verdict == NotScanned("beyond the scanner's limits (INSTREAM size limit exceeded. ERROR)")


def test_a_file_that_it_looks_into_only_in_part_is_not_scanned(scanner):
    verdict = scanner.scan([CHUNK] * 24)  # more than its MaxFileSize, less than its StreamMaxLength
    assert verdict == NotScanned("beyond the scanner's limits (Heuristics.Limits.Exceeded.MaxFileSize)")
