"""Routes events to the firm's endpoints and to Intake's own listeners.

Conditions are SQL over a row `event` with `firm_id`, `type` and `data`, so that one statement can check one event when
it is recorded or five hundred when they are relayed.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import reduce
from operator import getitem
from typing import Any

from flask import current_app
from werkzeug.local import LocalProxy

ALWAYS = "true"
"""The condition of types whose events all have to be relayed."""


@dataclass(frozen=True)
class Listener:
    """A task to plan for each event of a type, with values of the event's data as arguments.

    `arguments` has their names, of nested ones with dots: `matter.id link.id`. With `only_if`, an SQL condition, only
    events that meet it cost a task and a job.
    """

    task: str
    arguments: str
    only_if: str | None = None

    def arguments_in(self, data: dict[str, Any]) -> list[Any]:
        """Return the arguments for the event with this data."""
        return [reduce(getitem, name.split("."), data) for name in self.arguments.split()]


@dataclass(frozen=True)
class Subscriptions:
    """The endpoints that may subscribe to events of these types.

    `wanted` is the condition that an endpoint has; `fan_out(event_ids)` creates the deliveries in the relaying
    transaction.
    """

    types: Collection[str]
    wanted: str
    fan_out: Callable[[list[str]], None]


class EventRouter:
    """`listeners` maps event types to their listeners; every event of a public type is offered to `subscriptions`."""

    def __init__(self, listeners: dict[str, tuple[Listener, ...]], subscriptions: Subscriptions):
        self._listeners, self.subscriptions = listeners, subscriptions
        self._wanted = {type: self._condition(type) for type in {*listeners, *subscriptions.types}}

    def listeners(self, type: str) -> tuple[Listener, ...]:
        """Return the listeners of an event type."""
        return self._listeners.get(type, ())

    def wanted(self, type: str) -> str:
        """Return the condition under which an event of this type has to be relayed."""
        return self._wanted.get(type, "false")

    def _condition(self, type: str) -> str:
        conditions = [listener.only_if or ALWAYS for listener in self.listeners(type)]
        if type in self.subscriptions.types:
            conditions.append(self.subscriptions.wanted)
        return ALWAYS if ALWAYS in conditions else " OR ".join(f"({each})" for each in conditions)


router: EventRouter = LocalProxy(lambda: current_app.extensions["event_router"])  # type: ignore[assignment]
"""The running application's `EventRouter`."""
