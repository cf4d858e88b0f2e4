"""Postgres refuses to run as root; then another account runs it, even if that cannot read the checkout."""

import os
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from local import LocalError, postgres_programs
from local.postgres_programs import PACKAGE, PROGRAMS, can_run, copy_programs, find_programs

PACKAGES = Path(find_spec(PACKAGE).origin).parent.parent

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another account")


@pytest.fixture
def open_place():
    """A folder that every account can reach."""
    with tempfile.TemporaryDirectory() as path:
        Path(path).chmod(0o755)
        yield Path(path)


def test_an_ordinary_account_runs_the_programs_where_they_are():
    assert find_programs("-") == PACKAGES / PROGRAMS


@as_root
def test_unprivileged_account_can_run_a_copy(open_place):
    old = os.umask(0o077)
    try:
        copy_programs(PACKAGES, open_place / "copies" / "one")
        copy_programs(PACKAGES, open_place / "copies" / "one")
    finally:
        os.umask(old)
    assert can_run(open_place / "copies" / "one", "nobody")
    assert [path.name for path in (open_place / "copies").iterdir()] == ["one"]


@as_root
def test_programs_are_copied_when_the_account_cannot_reach_the_checkout(open_place, monkeypatch):
    monkeypatch.setattr(postgres_programs, "COPIES", open_place)
    monkeypatch.setattr(postgres_programs, "can_run", lambda place, account: place != PACKAGES)
    assert open_place in find_programs("nobody").parents


@as_root
def test_without_a_usable_place_the_error_gives_advice(open_place, monkeypatch):
    monkeypatch.setattr(postgres_programs, "COPIES", open_place / "no" / "copies")
    monkeypatch.setattr(postgres_programs, "can_run", lambda place, account: False)
    (open_place / "no").touch()
    with pytest.raises(LocalError, match=r"cannot run as root.*Run this as another user, or name a Postgres"):
        find_programs("nobody")
