"""The watch over connections whose Postgres does not answer."""

import pytest

from intake.core import patience
from tests.no_threads import without_threads


class _Connection:
    """A connection that no statement uses."""


def test_the_watch_is_started_later_if_there_was_no_thread_for_it(monkeypatch):
    monkeypatch.setattr(patience, "_watch", None)
    connection = _Connection()
    with without_threads(monkeypatch), pytest.raises(RuntimeError):
        patience.Answer(connection)

    patience.Answer(connection)
    assert patience._watch.is_alive()
