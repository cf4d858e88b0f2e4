"""The watch over connections whose Postgres does not answer."""

from intake.core import answer_timeout
from tests.no_threads import without_threads


class _Connection:
    """A connection that no statement uses."""


def test_the_watch_is_started_later_if_there_was_no_thread_for_it(monkeypatch):
    monkeypatch.setattr(answer_timeout, "_watch", None)
    connection = _Connection()
    with without_threads(monkeypatch):
        answer = answer_timeout.Answer(connection)
        with answer:
            pass
    with answer:
        pass
    assert answer_timeout._watch.is_alive()
