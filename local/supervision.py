"""Supervises child processes: those that end unexpectedly are restarted."""

import time
from dataclasses import dataclass

from local.interruption import exit_if_interrupted
from local.processes import Child

RESTART_DELAYS = (0.5, 1, 2, 5, 10, 30)  # seconds before the next attempt, more after every failure
STABLE_SECONDS = 60  # after which earlier failures no longer count


@dataclass
class Watched:
    """A child, its number of recent failures, and the time of its next start."""

    child: Child
    started: float = 0
    failures: int = 0
    due: float | None = None

    def check(self, now):
        """Schedule and announce the next start of a child that ended; start it when it is due."""
        if self.child.is_running:
            return
        if self.due is None:
            self._schedule_start(now)
        elif now >= self.due:
            self.due, self.started = None, now
            self.child.spawn()

    def _schedule_start(self, now):
        self.failures = 0 if now - self.started > STABLE_SECONDS else self.failures
        pause = RESTART_DELAYS[min(self.failures, len(RESTART_DELAYS) - 1)]
        self.failures += 1
        self.due = now + pause
        announce(f"{self.child.name} ended unexpectedly ({_reason(self.child.exit_code)}); "
                 f"starting it again in {pause} s.")


def supervise(children, tails=(), exit_if_interrupted=exit_if_interrupted):
    """Restart children that end, and print new lines of the logs of these `LogTail`s, until interrupted."""
    watches = [Watched(child, started=time.monotonic()) for child in children]
    while True:
        exit_if_interrupted()
        for tail in tails:
            tail.show()
        for watch in watches:
            watch.check(time.monotonic())
        time.sleep(0.2)


def announce(sentence):
    """Print a line among the log lines."""
    print(f"local: {sentence}", flush=True)


def _reason(code):
    return f"killed by signal {-code}" if code < 0 else f"exit code {code}"
