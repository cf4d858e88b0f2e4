"""Intake's worker as one of the web server's processes (`WEB_RUNS_WORKER`), so that both share most of their memory.

gunicorn's master treats it like a serving process: it starts another one when it ends, and stops it with the others.
"""

import math
import os
import signal
import threading

_SECONDS = 1
_STOP_SECONDS = 7
"""Less than gunicorn's `graceful_timeout`, after which it would kill the process."""


class MasterFollower(threading.Thread):
    """Shows gunicorn's master that the process is alive, and stops the process when the master is gone.

    A `Companion` of the worker.
    """

    def __init__(self, worker):
        super().__init__(name="master-follower", daemon=True)
        self._worker = worker
        self._stopping = threading.Event()

    def stop(self):
        self._stopping.set()

    def run(self):
        while not self._stopping.wait(_SECONDS):
            self._worker.notify()
            if not self._worker.is_parent_alive():
                os.kill(os.getpid(), signal.SIGTERM)
                return


def assign(server, worker):
    """Choose, before the fork, whether this process of the server performs tasks: it does unless another one does."""
    worker.performs_tasks = not any(each.performs_tasks for each in server.WORKERS.values())
    if worker.performs_tasks:
        worker.age = math.inf  # to reduce their number, gunicorn stops the oldest, by ascending age


def give_up(server):
    """Let one of the processes that follow a reload perform tasks, and the one that does now end with the others."""
    for each in server.WORKERS.values():
        if each.performs_tasks:
            each.performs_tasks, each.age = False, 0


def perform_tasks(worker, worker_of):
    """Be Intake's worker until asked to stop; `worker_of` makes it from the application and its companions."""
    for listener in worker.sockets:
        listener.close()  # otherwise clients would wait for an answer of this process while it stops
    worker_of(worker.wsgi, MasterFollower(worker), stop_seconds=_STOP_SECONDS).run()
