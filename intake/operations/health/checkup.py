"""Running checks side by side, within a time that holds even if every one of them hangs."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

_FRESH_SECONDS = 1
_LOST_SECONDS = 30


class Unwell(Exception):
    """What is wrong is known well enough for advice better than the check's own; the message is that advice."""


@dataclass(frozen=True)
class Check:
    """`run` returns when a part is well, perhaps with a remark, and raises when it is not; `advice` says what to do."""

    name: str
    run: Callable
    advice: str
    vital: bool = False
    """Without this part nothing works; without another the service goes on."""


@dataclass(frozen=True)
class Finding:
    """What a check found. `advice` is there when the part is not well; `reason` is for the operator's eyes only."""

    check: Check
    advice: str = ""
    reason: str = ""
    remark: str = ""

    @property
    def ok(self):
        return not self.advice


class Checkup:
    """Checks that are run together, each in a thread of its own.

    However many ask at once, a check runs once: who comes while it runs waits for that run, and who comes within a
    second after gets what it found. So neither a crowd of askers nor a neighbour that hangs can pile up anything.
    """

    def __init__(self, checks, patience):
        self._checks, self._patience = checks, patience
        self._lock = threading.Lock()
        self._attempts = {}

    def findings(self):
        """What each check finds, after at most `patience` seconds."""
        with self._lock:
            attempts = [self._attempt(check) for check in self._checks]
        deadline = time.monotonic() + self._patience
        return [attempt.finding(deadline) for attempt in attempts]

    def _attempt(self, check):
        attempt = self._attempts.get(check.name)
        if attempt is None or attempt.stale:
            attempt = self._attempts[check.name] = _Attempt(check)
        return attempt


class _Attempt:
    """One run of a check."""

    def __init__(self, check):
        self._check, self._finding = check, None
        self._began = time.monotonic()
        # A daemon: what hangs must not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name=f"check {check.name}", daemon=True)
        self._thread.start()

    @property
    def stale(self):
        return time.monotonic() - self._began > (_FRESH_SECONDS if self._finding else _LOST_SECONDS)

    def finding(self, deadline):
        self._thread.join(max(0, deadline - time.monotonic()))
        return self._finding or Finding(self._check, self._check.advice, "No answer in time.")

    def _run(self):
        try:
            self._finding = Finding(self._check, remark=self._check.run() or "")
        except Unwell as advice:
            self._finding = Finding(self._check, str(advice))
        except Exception as error:  # whatever it is, the part is not well
            self._finding = Finding(self._check, self._check.advice, _first_line(error))


def _first_line(error):
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0][:200]
