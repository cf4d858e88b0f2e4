"""The log names tasks and their firms, never their contents."""

import json
import logging
from errno import ECONNREFUSED

import pytest

from intake.core.logging import JsonFormatter, context

from .conftest import Function

SECRET = "ana.silva@example.com"


@pytest.fixture
def lines(caplog):
    """The lines logged so far, as they would be written."""
    written = []

    class Collect(logging.Handler):
        def emit(self, record):
            written.append(JsonFormatter().format(record))

    handler = Collect()
    logging.getLogger("intake.engine.tasks").addHandler(handler)
    yield written
    logging.getLogger("intake.engine.tasks").removeHandler(handler)


def _fail(error):
    def fail(_):
        raise error

    return fail


def test_a_failure_is_logged_with_the_firm_the_task_and_the_place(planned, perform, lines, firm):
    task = planned("greet", SECRET)
    perform({"greet": _fail(ValueError("no luck"))})
    [line] = map(json.loads, lines)

    assert line.items() >= {"level": "error", "message": "task failed", "firm_id": firm.id, "task": "greet",
                            "task_id": task.id, "attempts": 1, "error": "ValueError"}.items()
    assert any("test_logging.py" in place and "fail" in place for place in line["places"])


def test_neither_arguments_nor_error_messages_are_logged_or_kept(planned, perform, lines, now_of):
    task = planned("greet", SECRET)
    cause = ConnectionRefusedError(ECONNREFUSED, "Connection refused", SECRET)
    error = RuntimeError(f"550 {SECRET}: user unknown")
    error.__cause__ = cause
    perform({"greet": _fail(error)})

    [line] = lines
    assert SECRET not in line
    assert json.loads(line)["reason"] == "Connection refused"
    assert now_of(task).error == "RuntimeError"


def test_log_lines_of_a_task_name_its_firm_and_later_lines_do_not(planned, perform, firm):
    task, seen = planned(), []
    perform({"greet": lambda: seen.append(context.get())})

    assert seen == [{"firm_id": firm.id, "task": "greet", "task_id": task.id}]
    assert "task" not in context.get()


def test_the_log_context_is_reset_after_a_failure(planned, perform):
    planned()
    perform({"greet": Function(failures=1)})

    assert "task" not in context.get()
