"""Counting the pages of PDFs, including malicious ones."""

import random
import subprocess
import sys
import tempfile
from functools import partial

import pytest

from intake.cases.uploads import page_count
from intake.cases.uploads.page_count import PageCounter
from tests.source import ROOT
from tests.stand_ins.pdfs import inflating, page_tree, pdf


def pages_of(file):
    counter = PageCounter()
    for start in range(0, len(file), 65536):
        counter.write(file[start:start + 65536])
    try:
        return counter.result()
    finally:
        counter.close()


@pytest.mark.parametrize("pages", [1, 300])
def test_pages_are_counted(pages):
    assert pages_of(pdf(pages)) == pages


def test_pages_of_pdf_with_wrong_xref_are_counted():
    right = page_tree(b"/Type/Pages/Kids[3 0 R]/Count 1", b"/Type/Page/Parent 2 0 R")
    assert pages_of(right.replace(b"%PDF-1.4\n", b"%PDF-1.4\n% all that follows stands elsewhere\n")) == 1


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-256"])
def test_pages_of_encrypted_pdf_without_user_password_are_counted(algorithm):
    assert pages_of(pdf(7, user_password="", owner_password="secret", algorithm=algorithm)) == 7


@pytest.mark.parametrize("file", [
    lambda: pdf(7, user_password="secret", algorithm="AES-256"),
    lambda: b"%PDF-1.4\n",
    lambda: b"%PDF-1.7\n" + random.Random(5).randbytes(500_000),
    lambda: pdf(300)[:20_000],
    lambda: page_tree(b"/Type/Pages/Kids[2 0 R 2 0 R]/Count 2"),
    lambda: page_tree(*[b"/Type/Pages/Kids[%d 0 R %d 0 R]" % (each, each) for each in range(3, 60)], b"/Type/Page"),
    lambda: page_tree(b"/Type/Pages/Kids" + b"[" * 100_000),
    inflating,
], ids=["locked", "empty", "garbage", "cut off", "circular", "exponential", "nested", "inflating"])
def test_unreadable_pdf_has_no_page_count(file):
    assert pages_of(file()) is None


def test_program_limits_its_resources():
    """It cannot allocate a gigabyte, use more than some seconds of CPU time, or write or open a file."""
    script = ("import resource, sys\nsys.path.insert(0, sys.argv[1])\n"
              "from intake.cases.uploads import count_pages as program\nprogram.limit_this_process(program.LIMITS)\n"
              "print(resource.getrlimit(resource.RLIMIT_CPU), resource.getrlimit(resource.RLIMIT_FSIZE),\n"
              "      resource.getrlimit(resource.RLIMIT_NOFILE))\n"
              "sys.stdout.flush()\nbytearray(2**30)")
    run = subprocess.run([sys.executable, "-I", "-c", script, ROOT], capture_output=True, text=True)
    assert run.stdout == "(5, 6) (0, 0) (0, 0)\n"
    assert "MemoryError" in run.stderr


def test_slow_pdf_has_no_page_count(monkeypatch):
    monkeypatch.setattr(page_count, "_TIMEOUT_SECONDS", 0.001)
    assert pages_of(pdf(300)) is None


def test_too_large_pdf_has_no_page_count(monkeypatch):
    monkeypatch.setattr(page_count, "_MAX_BYTES", 100_000)
    assert pages_of(pdf(300)) == 300
    assert pages_of(pdf(300) + bytes(100_000)) is None


@pytest.mark.parametrize("opened", ["/dev/full", "/nowhere/at/all"], ids=["written", "opened"])
@pytest.mark.parametrize("pages", [1, 300])
def test_with_a_full_disk_pages_are_not_counted_and_nothing_else_fails(monkeypatch, opened, pages):
    monkeypatch.setattr(tempfile, "TemporaryFile", partial(open, opened, "r+b"))
    assert pages_of(pdf(pages)) is None
