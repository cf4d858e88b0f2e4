"""Runs checks in parallel, in bounded time even if every check hangs."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

_ABANDON_SECONDS = 30
_KNOWN_FAULT_SECONDS = 0.5
"""How long is waited for a service that was unavailable a moment ago, so that who asks again is answered quickly."""
_NO_THREAD = ("This is not known, because the system has no thread left. Raise the limit of processes and threads of "
              "this container or account.")


class CheckFailed(Exception):
    """A check failed for a known reason; the message is advice more specific than the check's own."""


class WorksInPart(CheckFailed):
    """The service works, but not as a whole: even if it is vital, some requests can be served."""


@dataclass(frozen=True)
class Check:
    """`run` returns when a service works, possibly with a remark, else raises; `advice` is what to do then."""

    name: str
    run: Callable
    advice: str
    vital: bool = False
    """Without a vital service nothing works; without another one Intake is degraded."""
    reuse_seconds: float = 1
    """How long a result is reused."""
    no_answer: str = ""
    """The advice where there is no answer in time, if it is another."""


@dataclass(frozen=True)
class CheckResult:
    """The result of a check. `advice` is empty if it passed; `reason` is only for operators."""

    check: Check
    advice: str = ""
    reason: str = ""
    remark: str = ""
    in_part: bool = False

    @property
    def ok(self):
        return not self.advice

    @property
    def is_fatal(self):
        """Whether no request can be served."""
        return self.check.vital and not self.ok and not self.in_part


class CheckRunner:
    """Runs checks in parallel, each in its own thread.

    Concurrent callers share one run of a check, and its result is reused for a while. So neither many callers nor a
    service that hangs can pile up threads.
    """

    def __init__(self, checks, timeout):
        self._checks, self._timeout = checks, timeout
        self._lock = threading.Lock()
        self._attempts = {}

    def run(self):
        """Return the result of each check, after at most `timeout` seconds."""
        began = time.monotonic()
        with self._lock:
            attempts = [self._attempt(check) for check in self._checks]
        return [attempt.result(began, self._timeout) for attempt in attempts]

    def _attempt(self, check):
        attempt = self._attempts.get(check.name)
        if attempt is None or attempt.stale:
            attempt = self._attempts[check.name] = _Attempt(check, attempt and attempt.fault)
        return attempt


class _Attempt:
    """One run of a check; `fault` is the result of the one before it, if that has failed a moment ago."""

    def __init__(self, check, fault):
        self._check, self._fault, self._result = check, fault, None
        self._began = time.monotonic()
        # A daemon, so that a check that hangs does not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name=f"check {check.name}", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:
            self._result = CheckResult(check, _NO_THREAD, in_part=True)

    @property
    def stale(self):
        return time.monotonic() - self._began > (
            self._check.reuse_seconds if self._result else _ABANDON_SECONDS)

    @property
    def fault(self):
        """The result, if it is a failure that is still news: it may be hours since the last question."""
        is_news = time.monotonic() - self._began < _ABANDON_SECONDS + self._check.reuse_seconds
        return self._result if is_news and self._result and not self._result.ok else None

    def result(self, asked, timeout):
        """Return the result, or if there is none in time, that of the attempt before."""
        has_failed = self._fault or asked - self._began > timeout
        if not self._result:
            self._thread.join(max(0, asked + (_KNOWN_FAULT_SECONDS if has_failed else timeout) - time.monotonic()))
        return self._result or self._fault or CheckResult(
            self._check, self._check.no_answer or self._check.advice, "No answer in time.")

    def _run(self):
        try:
            self._result = CheckResult(self._check, remark=self._check.run() or "")
        except CheckFailed as failure:
            self._result = CheckResult(self._check, str(failure), in_part=isinstance(failure, WorksInPart))
        except Exception as error:  # any error means that the service does not work
            # The answer to callers of the API does not say why.
            lines = str(error.__cause__ or error).strip().splitlines() or [type(error).__name__]
            self._result = CheckResult(self._check, self._check.advice, lines[0][:300])
