"""The wish that all of this ends: a signal came, or the parent that it should not outlive is gone.

A handler only notes the wish; whoever waits heeds it where nothing is half done. An exception out of a handler could
strike while a lock is held, and stopping would then wait for that lock for ever.
"""

import os
import signal
from types import SimpleNamespace

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

_noted = SimpleNamespace(signal=False, parent=None)


def listen(with_parent):
    """From now on signals are noted, and `with_parent` also that the parent is gone."""
    _noted.parent = os.getppid() if with_parent else None
    for number in SIGNALS:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup is respected
            signal.signal(number, _note)


def heed():
    """Raises `SystemExit` if there is the wish to end."""
    if _noted.signal or (_noted.parent is not None and os.getppid() != _noted.parent):
        raise SystemExit(0)


def _note(*_):
    _noted.signal = True
