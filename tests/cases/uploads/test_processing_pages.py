"""How many pages a PDF has, and that no PDF can do harm by being asked."""

import random
import subprocess
import sys

import pytest

from intake.cases.uploads import page_count, page_counter
from intake.cases.uploads.page_count import PageCount
from tests.stand_ins.pdfs import inflating, page_tree, pdf


def pages_of(file):
    count = PageCount()
    for start in range(0, len(file), 65536):
        count.take(file[start:start + 65536])
    try:
        return count.result()
    finally:
        count.close()


@pytest.mark.parametrize("pages", [1, 300])
def test_pages_are_counted(pages):
    assert pages_of(pdf(pages)) == pages


def test_pages_are_counted_where_the_table_of_objects_is_wrong():
    right = page_tree(b"/Type/Pages/Kids[3 0 R]/Count 1", b"/Type/Page/Parent 2 0 R")
    assert pages_of(right.replace(b"%PDF-1.4\n", b"%PDF-1.4\n% all that follows stands elsewhere\n")) == 1


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-256"])
def test_pages_are_counted_where_anybody_may_read(algorithm):
    assert pages_of(pdf(7, user_password="", owner_password="secret", algorithm=algorithm)) == 7


@pytest.mark.parametrize("file", [
    pdf(7, user_password="secret", algorithm="AES-256"),
    b"%PDF-1.4\n",
    b"%PDF-1.7\n" + random.Random(5).randbytes(500_000),
    pdf(300)[:20_000],
    page_tree(b"/Type/Pages/Kids[2 0 R 2 0 R]/Count 2"),
    page_tree(*[b"/Type/Pages/Kids[%d 0 R %d 0 R]/Count 2" % (each, each) for each in range(3, 60)], b"/Type/Page"),
    page_tree(b"/Type/Pages/Kids" + b"[" * 100_000),
    inflating(),
], ids=["locked", "empty", "garbage", "cut off", "circular", "exponential", "nested", "inflating"])
def test_a_pdf_that_cannot_be_counted_has_no_count(file):
    assert pages_of(file) is None


def test_the_program_binds_itself():
    """It cannot take a gigabyte, nor more than some seconds of work, nor write a file."""
    script = ("import resource, runpy, sys\nruntime = runpy.run_path(sys.argv[1])\nruntime['limit_this_process']()\n"
              "print(resource.getrlimit(resource.RLIMIT_CPU), resource.getrlimit(resource.RLIMIT_FSIZE))\n"
              "sys.stdout.flush()\nbytearray(2**30)")
    run = subprocess.run([sys.executable, "-I", "-c", script, page_counter.__file__], capture_output=True, text=True)
    assert run.stdout == "(5, 5) (0, 0)\n"
    assert "MemoryError" in run.stderr


def test_a_pdf_that_takes_too_long_has_no_count(monkeypatch):
    monkeypatch.setattr(page_count, "_SECONDS", 0.01)
    assert pages_of(pdf(300)) is None


def test_a_pdf_that_is_too_large_to_keep_has_no_count(monkeypatch):
    monkeypatch.setattr(page_count, "_LARGEST", 100_000)
    assert pages_of(pdf(300)) == 300
    assert pages_of(pdf(300) + bytes(100_000)) is None
