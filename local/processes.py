"""Child processes: start, wait until ready, stop; for tests also kill, pause and resume."""

import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from local import ROOT, LocalError
from local.interruption import exit_if_interrupted
from local.leftovers import is_going_on, process_tree, record_process, remove_record, send_signal

WRAPPER = Path(__file__).with_name("child.py")

# The kernel ends a child with the *thread* that started it, so a thread that never ends starts all children.
_starter = ThreadPoolExecutor(max_workers=1)
_popen: Any = subprocess.Popen


class Child:
    """One program of the installation in `directory`. It ends when this process ends, however that happens."""

    stop_signal = signal.SIGTERM
    account = "-"
    patience = 60  # seconds until it must be ready
    attempts = 5  # to start

    def __init__(self, name, command, directory, *, env=None, cwd=ROOT, log=True):
        self.name = name
        self.command = [str(part) for part in command]
        self.directory = directory
        self.env = env
        self.cwd = cwd
        self.log = directory / "logs" / f"{name}.log" if log else None
        self._process: Any = None

    def prepare(self):
        """Create what the program needs."""

    def is_ready(self):
        """Whether the program answers."""
        return True

    @property
    def pid(self):
        return self._process.pid

    @property
    def is_running(self):
        return self._process is not None and self._process.poll() is None

    @property
    def exit_code(self):
        return self._process.poll()

    def start(self):
        """Start the program on its port and wait until it is ready."""
        self.spawn()
        self.wait_until_ready()

    def spawn(self):
        """Start the program without waiting until it is ready."""
        self.prepare()
        self._process = self.begin()
        record_process(self.directory, self.name, self.pid, self.stop_signal)

    def begin(self):
        """Start the program; returns its process."""
        return run_wrapped(self.command, self.stop_signal, self.account, cwd=self.cwd, env=self.env, log=self.log)

    def wait_until_ready(self):
        """Wait until the program is ready. Raises `LocalError` with the end of its log if it is not in time.

        A program that ends is started again a few times: after a crash its predecessor may still block the port.
        """
        began, attempts = time.monotonic(), 1
        while not (self.is_running and self.is_ready()):
            exit_if_interrupted()
            if not self.is_running and attempts < self.attempts:
                attempts += 1
                time.sleep(0.3)
                self.spawn()
            elif not self.is_running or time.monotonic() - began > self.patience:
                raise LocalError(f"{self.name} did not start.{self._end_of_log()}")
            time.sleep(0.02)

    def stop(self, seconds=5):
        """Stop the program; kill it after `seconds`."""
        stop_all([self], seconds)

    @contextmanager
    def running(self, seconds=5):
        """Run the program until the block ends; then kill it if it has not stopped after `seconds`."""
        try:
            self.start()
            yield self
        finally:
            self.stop(seconds)

    def restart(self):
        """Stop and start the program."""
        self.stop()
        self.start()

    def kill(self):
        """Kill the program and its descendants, as in a crash."""
        process = self._process  # another thread may start the next one when it has ended by itself
        self._signal_tree(signal.SIGKILL)
        process.wait()

    def pause(self):
        """Suspend the program until `resume`: connections stay open and get no answers."""
        while any(map(is_going_on, process_tree(self.pid) if self.is_running else [])):
            self._signal_tree(signal.SIGSTOP)
            time.sleep(0.001)

    def resume(self):
        """Continue the program after `pause`."""
        self._signal_tree(signal.SIGCONT)

    def ask_to_stop(self):
        """Send the program its stop signal."""
        if self.is_running:
            self._process.send_signal(self.stop_signal)
            self.resume()

    def end_by(self, deadline):
        """Wait until the program has ended; kill it at the deadline."""
        if self._process is None:
            return
        try:
            self._process.wait(max(0.05, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.kill()
        remove_record(self.directory, self.name)

    def _signal_tree(self, number):
        for process in process_tree(self.pid) if self.is_running else []:
            send_signal(process, number)

    def _end_of_log(self):
        if not self.log:
            return ""
        return f" The end of {self.log}:\n" + "\n".join(self.log.read_text(errors="replace").splitlines()[-8:])


def stop_all(children, seconds):
    """Stop all of them at the same time; kill those still running after `seconds`."""
    deadline = time.monotonic() + seconds
    for child in children:
        child.ask_to_stop()
    for child in children:
        child.end_by(deadline)


def run_wrapped(command, stop_signal, account="-", *, cwd=ROOT, env=None, log=None, **streams):
    """Start `command` as `account`; it gets `stop_signal` when this process ends.

    Its output is appended to `log`, or goes to `streams`, else to this process's own output.
    """
    wrapped = [sys.executable, "-IS", WRAPPER, str(int(stop_signal)), account, *command]
    # A session of its own, so that Ctrl-C in the terminal reaches only this process, which orders the stopping.
    options = {"cwd": cwd, "env": env, "start_new_session": True, "stdin": subprocess.DEVNULL} | streams
    if log is None:
        return _starter.submit(_popen, wrapped, **options).result()
    with log.open("ab") as output:
        return _starter.submit(
            _popen, wrapped, **options, stdout=output, stderr=subprocess.STDOUT).result()
