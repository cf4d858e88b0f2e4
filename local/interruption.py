"""Interruption by a signal, or by the end of the parent process.

A handler only sets a flag, which waiting code checks between steps. An exception raised by a handler could occur while
a lock is held, and stopping would then wait for that lock for ever.
"""

import os
import signal
from types import SimpleNamespace

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

_state = SimpleNamespace(interrupted=False, parent=None)


def install_handlers(with_parent):
    """Handle signals from now on, and with `with_parent` the end of the parent, too."""
    _state.parent = os.getppid() if with_parent else None
    for number in SIGNALS:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup is respected
            signal.signal(number, _handle)


def exit_if_interrupted():
    """Raise `SystemExit` after a signal, or after the end of the parent."""
    if _state.interrupted or (_state.parent is not None and os.getppid() != _state.parent):
        raise SystemExit(0)


def _handle(*_):
    _state.interrupted = True
