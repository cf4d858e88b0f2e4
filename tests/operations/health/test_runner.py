"""Checks run in parallel, each once at a time, and never longer than the time-out."""

import threading
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
