"""Tasks, and functions to perform them that remember how they were called."""

import pytest

from intake.core.db import db
from intake.engine.tasks.actions import perform_next, plan
from intake.engine.tasks.models import Task


class Function:
    """A function that remembers its calls, and fails as often as it is told to."""

    def __init__(self, failures=0):
        self.calls, self._failures = [], failures

    def __call__(self, *arguments):
        self.calls.append(arguments)
        if len(self.calls) <= self._failures:
            raise ValueError("no luck")


@pytest.fixture
def planned(nothing_to_do, firm):
    """Plan a task: `planned("greet", "Ana")`."""
    def add(name="greet", *arguments):
        with db.atomic():
            return plan(firm.id, name, *arguments)

    return add


@pytest.fixture
def perform(app):
    """Perform the next task: `perform({"greet": function})`, `perform(functions, worker="b")`."""
    def next_one(functions, worker="worker"):
        with_afters = {name: task if isinstance(task, tuple) else (task, None) for name, task in functions.items()}
        return perform_next(worker, with_afters)

    return next_one


@pytest.fixture
def now_of(firm):
    """A task as the database has it now."""
    return lambda task: Task.fetch(firm, task.id)


@pytest.fixture
def make_due(firm):
    """The time of a task has come, and nobody has it."""
    return lambda task: task.change(due_at=task.created_at, leased_until=None)
