"""What runs how often. Whichever worker is first runs a line; the others see that it was."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from intake.access.jobs import forget_old_answers
from intake.communications.jobs import remind_clients
from intake.deadlines.jobs import alert_of_deadlines
from intake.notifications.jobs import forget_old_notifications
from intake.tasks.jobs import forget_old_tasks
from intake.uploads.jobs import sweep_unconfirmed
from intake.webhooks.jobs import forget_old_deliveries


@dataclass(frozen=True)
class Recurring:
    every: timedelta
    function: Callable


SCHEDULE = {
    "forget_old_answers": Recurring(timedelta(hours=1), forget_old_answers),
    "sweep_unconfirmed": Recurring(timedelta(hours=1), sweep_unconfirmed),
    "forget_old_deliveries": Recurring(timedelta(hours=6), forget_old_deliveries),
    "forget_old_notifications": Recurring(timedelta(hours=6), forget_old_notifications),
    "remind_clients": Recurring(timedelta(minutes=5), remind_clients),
    "alert_of_deadlines": Recurring(timedelta(minutes=5), alert_of_deadlines),
    "forget_old_tasks": Recurring(timedelta(hours=6), forget_old_tasks),
}
