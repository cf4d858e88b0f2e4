"""The query for links whose client is to be reminded before a deadline."""

from datetime import timedelta

from peewee import Value, fn

from intake.accounts.firms.models import Firm
from intake.cases.deadlines.models import Deadline
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE
from intake.cases.templates.models import Template
from intake.cases.templates.states import LATEST_DAY
from intake.portal.links.models import IntakeLink
from intake.portal.reminders.models import Reminder


def links_before_deadlines(moment):
    """Return the links of all firms with an upcoming deadline for which no reminder is planned yet.

    Each has its `firm`, its `matter`, and that the `template`; `dated_at` is when the deadline's date was first set.
    """
    today = moment.date()
    planned = Reminder.select(Value(1)).where(
        Reminder.firm_id == IntakeLink.firm_id, Reminder.link_id == IntakeLink.id,
        Reminder.deadline == Matter.next_deadline)
    dated = Deadline.select(fn.MIN(Deadline.dated_at)).where(
        Deadline.firm_id == Matter.firm_id, Deadline.matter_id == Matter.id,
        Deadline.due_date == Matter.next_deadline, ~Deadline.completed)
    return list(
        IntakeLink.select(IntakeLink, Matter, Firm, Template, dated.alias("dated_at"))
        .join(Matter, on=Matter.referenced_by(IntakeLink.matter_id), attr="matter")
        .join_from(IntakeLink, Firm, on=(Firm.id == IntakeLink.firm_id), attr="firm")
        .join_from(Matter, Template, attr="template", on=Template.referenced_by(Matter.intake_template_id))
        .where(fn.JSONB_EXTRACT_PATH_TEXT(Template.reminder_rules, "before_deadline_days").is_null(False),
               Matter.status == ACTIVE, Matter.next_deadline.between(today, today + timedelta(days=LATEST_DAY + 1)),
               IntakeLink.sent_at.is_null(False), IntakeLink.revoked_at.is_null(), IntakeLink.completed_at.is_null(),
               IntakeLink.expires_at > moment, ~fn.EXISTS(planned)))
