"""The registry of tasks: functions by name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import current_app

from .states import DEFAULT


@dataclass(frozen=True)
class TaskType:
    """A function that the worker calls until it succeeds, and the queue in which its jobs wait.

    `on_final_failure` is called with the same arguments after the last attempt. Both are safe to run twice.
    """

    function: Callable[..., Any]
    queue: str = DEFAULT
    on_final_failure: Callable[..., Any] | None = None


def task_types() -> dict[str, TaskType]:
    """Return the running application's task types by their names."""
    return current_app.extensions["task_types"]
