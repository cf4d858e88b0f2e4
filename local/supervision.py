"""Keeps children at work: whoever ends without being asked is started again."""

import time
from dataclasses import dataclass

from local.interruption import heed
from local.processes import Child

PAUSES = (0.5, 1, 2, 5, 10, 30)  # seconds until the next try, longer after every failure
STEADY = 60  # seconds of work after which former failures are forgotten


@dataclass
class Watch:
    """One child, how often it failed of late, and when it is due to be started again."""

    child: Child
    started: float = 0
    failures: int = 0
    due: float | None = None

    def look(self, now):
        """The child is at work, or its next start is arranged and announced, or it has been started just now."""
        if self.child.is_running:
            return
        if self.due is None:
            self._arrange(now)
        elif now >= self.due:
            self.due, self.started = None, now
            self.child.spawn()

    def _arrange(self, now):
        self.failures = 0 if now - self.started > STEADY else self.failures
        pause = PAUSES[min(self.failures, len(PAUSES) - 1)]
        self.failures += 1
        self.due = now + pause
        say(f"{self.child.name} ended unexpectedly ({_reason(self.child.exit_code)}); starting it again in {pause} s.")


def keep_at_work(children, heed=heed):
    """Every child is at work, until an interruption is heeded."""
    watches = [Watch(child, started=time.monotonic()) for child in children]
    while True:
        heed()
        for watch in watches:
            watch.look(time.monotonic())
        time.sleep(0.2)


def say(sentence):
    """One line in the terminal, among the log lines of the children."""
    print(f"local: {sentence}", flush=True)


def _reason(code):
    return f"killed by signal {-code}" if code < 0 else f"exit code {code}"
