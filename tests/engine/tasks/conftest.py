"""Tasks, and functions that record their calls."""

import pytest

from intake.core.db import db
from intake.engine.tasks.actions import perform_next, plan
from intake.engine.tasks.models import Task
from intake.engine.tasks.registry import TaskType


class Function:
    """A function that records its calls, and fails as often as requested."""

    def __init__(self, failures=0):
        self.calls, self._failures = [], failures

    def __call__(self, *arguments):
        self.calls.append(arguments)
        if len(self.calls) <= self._failures:
            raise ValueError("no luck")


@pytest.fixture
def planned(no_pending_work, firm):
    """Plan a task: `planned("greet", "Ana")`."""
    def add(name="greet", *arguments):
        with db.atomic():
            return plan(firm.id, name, *arguments)

    return add


@pytest.fixture
def perform(app):
    """Perform the next task in Postgres: `perform({"greet": function})`, `perform(functions, worker="b")`."""
    def next_one(functions, worker="worker"):
        types = {name: task if isinstance(task, TaskType) else TaskType(task) for name, task in functions.items()}
        return perform_next(worker, types)

    return next_one


@pytest.fixture
def now_of(firm):
    """The task as it now is in the database."""
    return lambda task: Task.fetch(firm, task.id)


@pytest.fixture
def make_due(firm):
    """Make a task due and release its lease."""
    return lambda task: task.change(due_at=task.created_at, leased_until=None)
