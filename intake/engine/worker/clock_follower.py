"""Makes a sandbox's worker follow the sandbox's clock, and at once start the work that a move makes due."""

from intake.core.moved_clock import follow
from intake.core.repeating_thread import RepeatingThread
from intake.engine.tasks.actions import sweep

from . import scheduler


class ClockFollower(RepeatingThread):
    """Checks the sandbox's clock."""

    seconds = 0.2
    failure = "clock could not be followed"

    def step(self) -> None:
        if follow():
            scheduler.push_due()
            sweep()
