"""Checks run in parallel, each once at a time, and never longer than the time-out."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from intake.operations.health import runner as runner_module
from intake.operations.health.runner import Check, CheckFailed, CheckRunner
from tests.no_threads import without_threads


@pytest.fixture
def gate():
    """An event that is set when the test ends; a check that waits for it hangs."""
    event = threading.Event()
    yield event
    event.set()


def _failing(error):
    def run():
        raise error
    return run


def _only(check):
    [result] = CheckRunner([check], 1).run()
    return result


def test_passed_check_has_no_advice():
    result = _only(Check("a", lambda: None, "Do this."))

    assert result.ok
    assert (result.advice, result.reason, result.remark) == ("", "", "")


def test_passed_check_may_have_a_remark():
    result = _only(Check("a", lambda: "By the way.", "Do this."))

    assert result.ok
    assert result.remark == "By the way."


def test_failed_check_has_advice_and_first_line_of_the_error():
    result = _only(Check("a", _failing(OSError("refused\nsecond line")), "Do this."))

    assert not result.ok
    assert (result.advice, result.reason) == ("Do this.", "refused")


def test_check_failed_replaces_the_advice():
    result = _only(Check("a", _failing(CheckFailed("Do that.")), "Do this."))

    assert (result.advice, result.reason) == ("Do that.", "")


def test_checks_run_in_parallel():
    together = threading.Barrier(8)
    checks = [Check(str(n), lambda: together.wait() and None, "Do this.") for n in range(8)]

    assert all(result.ok for result in CheckRunner(checks, 60).run())


def test_checks_that_hang_are_not_waited_for(gate):
    results = CheckRunner([Check(str(n), gate.wait, "Do this.") for n in range(8)], 0.2).run()

    assert [(f.advice, f.reason) for f in results] == [("Do this.", "No answer in time.")] * 8


def test_check_for_which_there_is_no_thread_lets_no_platform_end_the_process(monkeypatch):
    with without_threads(monkeypatch):
        result = _only(Check("a", lambda: None, "Do this.", vital=True))
    assert (result.ok, result.is_fatal) == (False, False)
    assert "no thread left" in result.advice


def test_concurrent_callers_share_one_run(gate):
    runs = []
    runner = CheckRunner([Check("a", lambda: (runs.append(1), gate.wait(60)), "Do this.")], 0.2)

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: runner.run()[0].ok, range(32)))

    assert answers == [False] * 32
    assert len(runs) == 1


def test_result_is_reused_for_a_second(monkeypatch):
    runs = []
    runner = CheckRunner([Check("a", lambda: runs.append(1), "Do this.")], 60)
    for moment, expected in ((100, 1), (100.9, 1), (101.1, 2)):
        monkeypatch.setattr(runner_module, "time", SimpleNamespace(monotonic=lambda moment=moment: moment))
        runner.run()
        assert len(runs) == expected


def test_result_may_be_reused_for_longer(monkeypatch):
    runs = []
    runner = CheckRunner([Check("a", lambda: runs.append(1), "Do this.", reuse_seconds=60)], 60)
    for moment, expected in ((100, 1), (159, 1), (161, 2)):
        monkeypatch.setattr(runner_module, "time", SimpleNamespace(monotonic=lambda moment=moment: moment))
        runner.run()
        assert len(runs) == expected


def test_late_result_is_used_by_the_next_call(gate):
    runner = CheckRunner([Check("a", lambda: gate.wait(60) and None, "Do this.")], 0.1)
    assert not runner.run()[0].ok

    gate.set()
    assert runner.run()[0].ok


@pytest.mark.parametrize("ends", [True, False])
def test_a_service_that_goes_on_hanging_is_waited_for_once(gate, monkeypatch, ends):
    """This holds whether each attempt fails in the end, after its own time limit, or the first one still hangs."""
    runs = []

    def hang():
        runs.append(1)
        gate.wait(60)
        if ends:
            raise OSError("timed out")

    runner = CheckRunner([Check("a", hang, "Do this.", reuse_seconds=0)], 60)
    monkeypatch.setattr(runner_module, "_KNOWN_FAULT_SECONDS", 0.01)
    if ends:
        gate.set()
        assert runner.run()[0].reason == "timed out"
        gate.clear()
    else:
        runner._timeout = 0.01
        runner.run()
        runner._timeout = 60
        monkeypatch.setattr(runner._attempts["a"], "_began", time.monotonic() - 61)
        monkeypatch.setattr(runner_module, "_ABANDON_SECONDS", 1000)
    began = time.monotonic()
    [result] = runner.run()

    assert time.monotonic() - began < 30
    assert (result.ok, result.reason) == (False, "timed out" if ends else "No answer in time.")
    assert len(runs) == 1 + ends


def test_a_fault_of_long_ago_is_not_repeated(gate, monkeypatch):
    failing = [True]

    def run():
        if failing:
            raise OSError("timed out")
        gate.wait(0.05)

    runner = CheckRunner([Check("a", run, "Do this.", reuse_seconds=0)], 60)
    monkeypatch.setattr(runner_module, "_KNOWN_FAULT_SECONDS", 0)
    assert not runner.run()[0].ok
    failing.clear()
    monkeypatch.setattr(runner._attempts["a"], "_began", time.monotonic() - 31)
    assert runner.run()[0].ok
