"""The worker's jobs for deadlines. Every job is safe to run twice."""

from datetime import timedelta

from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.isolation import for_each_isolated
from intake.portal.reminders.dates import before_deadline
from intake.portal.reminders.models import Reminder

from .models import links_before_deadlines

_GRACE = timedelta(hours=4)
"""How late a reminder is planned that became due between two runs of the job, or while no worker ran."""


def plan_deadline_reminders(moment=None):
    """Plan the reminders that come before the next deadline of matters whose template says so.

    When a deadline is moved, the reminder planned before is not sent, and there is another one.
    """
    moment = moment or now()
    links = {link.id: link for link in links_before_deadlines(moment)}
    for_each_isolated(links, lambda id: _plan(links[id], moment), "reminder before a deadline not planned")


def _plan(link, moment):
    """Plan the reminder, also one that has become due since the deadline was set and the link sent."""
    deadline = link.matter.next_deadline
    due_at = before_deadline(link.firm, link.matter.template.reminder_rules, deadline)
    begun = max(link.sent_at, link.dated_at)
    if begun < due_at < link.expires_at and moment < due_at + _GRACE:
        planned = Reminder(
            firm_id=link.firm_id, matter_id=link.matter_id, link_id=link.id, days=(due_at - link.sent_at).days,
            due_at=due_at, expires_at=link.expires_at, deadline=deadline, created_at=min(moment, begun))
        with db.atomic():
            Matter.fetch_locked(link, link.matter_id)
            # One that is still planned for that day is enough; one that was settled unsent, such as before a
            # rejection, is replaced by this one.
            planned.insert_or_replace(Reminder.settled_at.is_null(False))
