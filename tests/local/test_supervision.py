"""Children that end unexpectedly are restarted, with increasing delays, until they are stable."""

import signal
import sys
import time

import pytest

from local import directory, processes, supervision
from local.leftovers import process_tree
from local.supervision import Watched, supervise
from tests.waiting import wait_until


@pytest.fixture
def child(tmp_path):
    """A program that adds a line to a file and then runs until it is stopped."""
    script = "import sys, time; open('lines', 'a').write('started\\n'); time.sleep(60)"
    with directory.claimed(tmp_path):
        child = processes.Child("sleeper", [sys.executable, "-c", script], tmp_path, cwd=tmp_path)
        child.starts = lambda: (tmp_path / "lines").read_text().count("started") if (tmp_path / "lines").exists() else 0
        yield child
        child.stop()


def test_a_child_that_was_killed_is_started_again(child, monkeypatch, capfd):
    monkeypatch.setattr(supervision, "RESTART_DELAYS", (0.1,))
    child.spawn()
    deadline = time.monotonic() + 60

    def interrupt():
        if child.starts() == 1 and child.is_running:
            child.kill()
        if child.starts() == 2 or time.monotonic() > deadline:
            raise SystemExit

    with pytest.raises(SystemExit):
        supervise([child], exit_if_interrupted=interrupt)
    assert child.starts() == 2
    assert "sleeper ended unexpectedly (killed by signal 9); starting it again in 0.1 s." in capfd.readouterr().out


def test_the_pauses_grow_and_good_work_makes_them_short_again(child):
    child.spawn()
    child.kill()
    watch = Watched(child, started=0)
    pauses, now = [], 0.0
    for _ in range(8):
        watch.check(now)
        pauses.append(watch.due - now)
        now, watch.due = watch.due, None
        watch.started = now
    assert pauses == pytest.approx([0.5, 1, 2, 5, 10, 30, 30, 30])
    now += supervision.STABLE_SECONDS + 1
    watch.check(now)
    assert watch.due - now == pytest.approx(0.5)


def test_a_child_that_ignores_the_request_is_killed(child, tmp_path):
    child.command[-1] = "import signal; signal.signal(15, signal.SIG_IGN); " + child.command[-1]
    child.spawn()
    wait_until(child.starts)
    child.stop(seconds=0.2)
    assert child.exit_code == -signal.SIGKILL


def test_nothing_of_a_paused_program_goes_on(tmp_path):
    busy = "for _ in 1 2 3 4 5 6 7 8; do (while :; do :; done) & done; wait"
    with directory.claimed(tmp_path):
        child = processes.Child("busy", ["/bin/sh", "-c", busy], tmp_path, cwd=tmp_path)
        child.spawn()
        try:
            wait_until(lambda: len(process_tree(child.pid)) > 8)
            for _ in range(5):
                child.pause()
                assert {process.status() for process in process_tree(child.pid)} == {"stopped"}
                child.resume()
        finally:
            child.kill()


def test_a_child_that_another_thread_has_restarted_meanwhile_is_not_waited_for(tmp_path):
    class Restarted(processes.Child):
        restarts = 0

        def _signal_tree(self, number):
            super()._signal_tree(number)
            self.restarts += 1
            if self.restarts == 1:
                self.spawn()

    (tmp_path / "run").mkdir()
    child = Restarted("restarted", [sys.executable, "-c", "import time; time.sleep(3)"], tmp_path, log=False)
    child.spawn()
    child.kill()
    is_running = child.is_running
    child.kill()

    assert is_running
