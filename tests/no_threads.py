"""A system that has no thread left, as behind a limit of processes."""

from contextlib import contextmanager
from threading import Thread


@contextmanager
def without_threads(monkeypatch):
    """Let Python start no thread in the block."""
    def fail(_):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(Thread, "start", fail)
        yield
