"""Child processes: started, waited for, stopped, and for tests also killed and made to hang."""

import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from local import ROOT, LocalError
from local.interruption import heed
from local.leftovers import family, forget, note, send

WRAPPER = Path(__file__).with_name("child.py")

# The kernel ends a child with the *thread* that started it, so one thread that never ends starts them all.
_starter = ThreadPoolExecutor(max_workers=1)


class Child:
    """One program at work for the installation in `directory`. It ends when this process does, however that ends."""

    stop_signal = signal.SIGTERM
    account = "-"
    patience = 15  # seconds until it must be ready
    attempts = 5  # to come up

    def __init__(self, name, command, directory, *, env=None, cwd=ROOT, log=True):
        self.name = name
        self.command = [str(part) for part in command]
        self.directory = directory
        self.env = env
        self.cwd = cwd
        self.log = directory / "logs" / f"{name}.log" if log else None
        self._process = None

    def prepare(self):
        """What the program needs is in place."""

    def is_ready(self):
        """Whether the program does its work by now."""
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
        """The program is up and ready, on the port it always has."""
        self.spawn()
        self.wait_until_ready()

    def spawn(self):
        """The program is on its way up."""
        self.prepare()
        self._process = run_wrapped(
            self.command, self.stop_signal, self.account, cwd=self.cwd, env=self.env, log=self.log)
        note(self.directory, self.name, self.pid, self.stop_signal)

    def wait_until_ready(self):
        """The program is ready. Raises `LocalError` with the end of its log if it will not be.

        One that ends on the way is started again a few times: after a crash it may be the remains of its predecessor
        that still stand in the way.
        """
        began, attempts = time.monotonic(), 1
        while not (self.is_running and self.is_ready()):
            heed()
            if not self.is_running and attempts < self.attempts:
                attempts += 1
                time.sleep(0.3)
                self.spawn()
            elif not self.is_running or time.monotonic() - began > self.patience:
                raise LocalError(f"{self.name} did not start.{self._last_words()}")
            time.sleep(0.02)

    def stop(self, seconds=5):
        """The program has ended: in good order if it manages within these seconds."""
        stop_all([self], seconds)

    def restart(self):
        """The program ended in good order and is up again."""
        self.stop()
        self.start()

    def kill(self):
        """The program and all it started are gone at once, as after a crash."""
        self._signal_family(signal.SIGKILL)
        self._process.wait()

    def pause(self):
        """The program hangs: connections stay open and nothing is answered, until `resume`."""
        self._signal_family(signal.SIGSTOP)

    def resume(self):
        """The program works again after `pause`."""
        self._signal_family(signal.SIGCONT)

    def ask_to_stop(self):
        """The program knows that it should end."""
        if self.is_running:
            self._process.send_signal(self.stop_signal)
            self.resume()

    def end_by(self, deadline):
        """The program has ended: of its own accord before `deadline`, or else it is killed."""
        if self._process is None:
            return
        try:
            self._process.wait(max(0.05, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.kill()
        forget(self.directory, self.name)

    def _signal_family(self, number):
        for process in family(self.pid) if self.is_running else []:
            send(process, number)

    def _last_words(self):
        if not self.log:
            return ""
        return f" The end of {self.log}:\n" + "\n".join(self.log.read_text(errors="replace").splitlines()[-8:])


def stop_all(children, seconds):
    """All of them have ended: in good order if they manage within these seconds."""
    deadline = time.monotonic() + seconds
    for child in children:
        child.ask_to_stop()
    for child in children:
        child.end_by(deadline)


def run_wrapped(command, stop_signal, account="-", *, cwd=ROOT, env=None, log=None, **streams):
    """A process that runs `command` as `account` and gets `stop_signal` when this process ends.

    What it says is added to `log`, or goes where `streams` or else this process's own output go.
    """
    wrapped = [sys.executable, "-IS", WRAPPER, str(int(stop_signal)), account, *command]
    # A session of its own: Ctrl-C in the terminal reaches only us, and we say who stops when.
    options = {"cwd": cwd, "env": env, "start_new_session": True, "stdin": subprocess.DEVNULL} | streams
    if log is None:
        return _starter.submit(subprocess.Popen, wrapped, **options).result()
    with log.open("ab") as output:
        return _starter.submit(
            subprocess.Popen, wrapped, **options, stdout=output, stderr=subprocess.STDOUT).result()
