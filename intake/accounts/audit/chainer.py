"""The thread of the worker that chains the entries of the audit log."""

import time

from intake.core.repeating_thread import RepeatingThread

from .chain import chain_all

_LAST_SECONDS = 0.5
"""How long it continues chaining when it stops; the next worker chains the rest."""


class Chainer(RepeatingThread):
    """Chains new entries of all firms every second, and once more when it is stopped."""

    seconds = 1
    failure = "audit log not chained"

    def step(self) -> None:
        chain_all(self.stopping.is_set)

    def last_step(self) -> None:
        ends = time.monotonic() + _LAST_SECONDS
        chain_all(lambda: time.monotonic() > ends)
