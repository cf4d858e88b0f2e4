"""Threads with a connection each, of which one can stop before any message to Postgres."""

import threading
import traceback

from intake.core.connection import LimitedCursor, PreparingConnection
from intake.core.db import db

_gates = {}


class Gate:
    """Stops its thread before the message with this number, until `opened` is set; 0 stops at none."""

    def __init__(self, number):
        self._number, self._count = number, 0
        self.reached, self.opened = threading.Event(), threading.Event()

    def pass_one(self):
        self._count += 1
        if self._count == self._number:
            self.reached.set()
            self.opened.wait(30)


def count_messages(patch):
    """Let every message of a thread pass the thread's gate."""
    for kind, name in ((LimitedCursor, "execute"), (PreparingConnection, "commit")):
        patch.setattr(kind, name, _gated(getattr(kind, name)))


def _gated(send):
    def gated(sender, *arguments):
        if gate := _gates.get(threading.get_ident()):
            gate.pass_one()
        return send(sender, *arguments)

    return gated


class Lane:
    """A thread that performs acts one by one for the `caller`: `lane.begin(act, stop_before=3)`, `lane.wait(10)`."""

    def __init__(self, app, caller):
        self._app, self._caller = app, caller
        self._wanted, self._done = threading.Semaphore(0), threading.Event()
        threading.Thread(target=self._run, daemon=True).start()
        self._done.wait()

    def begin(self, act, stop_before=0):
        self._done.clear()
        self._act, self.gate = act, Gate(stop_before)
        self._wanted.release()

    def wait(self, seconds=60):
        """Wait for the end of the act; return whether it has ended."""
        return self._done.wait(seconds)

    def waits_for_a_lock(self):
        """Whether its connection waits for one."""
        return bool(db.execute_sql("SELECT FROM pg_locks WHERE NOT granted AND pid = %s", (self._pid,)).fetchone())

    def _run(self):
        with self._app.app_context():
            db.connect(reuse_if_open=True)
            [self._pid] = db.execute_sql("SELECT pg_backend_pid()").fetchone()
            self._done.set()
            while self._wanted.acquire():
                _gates[threading.get_ident()] = self.gate
                try:
                    self.answer = _short(self._act(self._caller))
                except Exception as error:
                    self.answer = 500, "".join(traceback.format_exception(error)[-3:])
                del _gates[threading.get_ident()]
                self._done.set()


def _short(response):
    """Return the status of a response, and the code of its error or the query of the address that it leads to."""
    if response is None:
        return 200, "done"
    if response.is_json and response.status_code >= 400:
        return response.status_code, response.json["error"]["code"]
    return response.status_code, (response.headers.get("Location") or "").partition("?")[2]
