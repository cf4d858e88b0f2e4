"""The query of the page of reminders."""

from datetime import UTC, datetime
from typing import Any

from peewee import JOIN, fn

from intake.accounts.users.models import User
from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE
from intake.core.clock import now
from intake.messaging.communications.models import Communication, SmsOptOut
from intake.portal.links.models import IntakeLink
from intake.portal.reminders.models import Reminder

from .states import PER_PAGE

_NEVER = datetime.max.replace(tzinfo=UTC)


def list_waiting(caller, query):
    """Return the intakes that wait for the client, the one to be reminded next first, and whether more follow.

    They are links that were sent and are open, of active matters, each with its `matter` and that its client. `due_at`
    and `days` are of the next reminder, None without one, and `is_asked_for` says that a person asked for it;
    `open_documents`, `has_open_form` and `has_opted_out` are what the rules ask for, `last_sent_at` is of the last
    reminder. The query has `page`, and may have `assigned`, the id of a user.
    """
    upcoming = (Reminder.of(caller, Reminder.link_id, fn.MIN(Reminder.due_at).alias("due_at"))
                .where(Reminder.settled_at.is_null()).group_by(Reminder.link_id).alias("upcoming"))
    page = (IntakeLink.of(caller, IntakeLink.id)
            .join(Matter, on=(Matter.firm_id == IntakeLink.firm_id) & (Matter.id == IntakeLink.matter_id))
            .join_from(IntakeLink, upcoming, JOIN.LEFT_OUTER, on=upcoming.c.link_id == IntakeLink.id)
            .where(IntakeLink.revoked_at.is_null(), IntakeLink.completed_at.is_null(), IntakeLink.expired_at.is_null(),
                   IntakeLink.sent_at.is_null(False), IntakeLink.expires_at > now(), Matter.status == ACTIVE,
                   Matter.client_id == IntakeLink.client_id))
    if query.get("assigned"):
        page = page.where(Matter.assigned_attorney.in_(User(id=query["assigned"]).assigned_as))
    page = page.order_by(upcoming.c.due_at.asc(nulls="LAST"), IntakeLink.sent_at, IntakeLink.id)
    page = page.limit(PER_PAGE + 1).offset((query["page"] - 1) * PER_PAGE)
    rows: Any = (
        IntakeLink.of(caller, IntakeLink, Matter, Client, *_facts(caller))
        .join(Matter, on=(Matter.firm_id == IntakeLink.firm_id) & (Matter.id == IntakeLink.matter_id), attr="matter")
        .join(Client, attr="client",
              on=(Client.firm_id == IntakeLink.firm_id) & (Client.id == IntakeLink.client_id))
        .where(IntakeLink.id.in_(page)))
    found = sorted(rows, key=lambda link: (link.due_at or _NEVER, link.sent_at, link.id))
    return found[:PER_PAGE], len(found) > PER_PAGE


def _facts(caller):
    """Return the columns with what the rules ask for, of the link's matter."""
    upcoming = Reminder.of(caller).where(Reminder.link_id == IntakeLink.id, Reminder.matter_id == IntakeLink.matter_id,
                                         Reminder.settled_at.is_null())
    documents = DocumentRequest.of(caller, fn.COUNT(DocumentRequest.id)).where(
        DocumentRequest.matter_id == IntakeLink.matter_id, DocumentRequest.required, DocumentRequest.is_open())
    form = IntakeForm.of(caller).where(
        IntakeForm.matter_id == IntakeLink.matter_id, IntakeForm.client_id == IntakeLink.client_id,
        IntakeForm.submitted_at.is_null(), IntakeForm.questions != [])
    last_sent = Communication.of(caller, fn.MAX(Communication.sent_at)).where(
        Communication.matter_id == IntakeLink.matter_id, Communication.reminder_id.is_null(False))
    due_at, days = (upcoming.select(fn.MIN(column)).alias(column.name) for column in (Reminder.due_at, Reminder.days))
    asked_for = upcoming.select(fn.BOOL_OR(Reminder.due_at <= Reminder.created_at)).alias("is_asked_for")
    return (due_at, days, asked_for, documents.alias("open_documents"), fn.EXISTS(form).alias("has_open_form"),
            last_sent.alias("last_sent_at"),
            fn.EXISTS(SmsOptOut.select().where(SmsOptOut.number == Client.phone)).alias("has_opted_out"))
