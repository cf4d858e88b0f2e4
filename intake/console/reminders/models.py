"""The query of the page of reminders."""

from datetime import UTC, datetime
from typing import Any

from peewee import Select, Tuple, Value, fn

from intake.accounts.users.models import assigned_ids
from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE
from intake.cases.templates.models import Template
from intake.core.clock import now
from intake.core.paging import selected_by
from intake.core.tenancy import is_in_firm
from intake.messaging.communications.models import Communication, SmsOptOut
from intake.portal.links.models import IntakeLink, last_opened
from intake.portal.reminders.models import Reminder

from .states import PER_PAGE

_NEVER = datetime.max.replace(tzinfo=UTC)


def list_waiting(caller, query):
    """Return the intakes that wait for the client, the next to be reminded first, and whether more follow.

    They are sent, open links of active matters, each with its `matter`, which has its `client`. `due_at`, `days` and
    `deadline` belong to the next reminder, None without one, and `is_asked_for` says that a person asked for it.
    `rules` are those of the matter's template, None for the firm's. `open_documents`, `awaited_documents`,
    `has_open_form`, `has_sent_form` and `has_opted_out` are facts for the rules, `last_sent_at` is the time of the last
    reminder, and `link_failed` says whether no message with the link arrived; `link_opened_at` is when the client
    last opened it. The query has `page`, and may have `assigned`, the id of a user.
    """
    page = _waiting_ids(caller, query)
    rows: Any = (
        IntakeLink.of(caller, IntakeLink, Matter, Client, *_facts(caller))
        .join(Matter, on=(Matter.id == IntakeLink.matter_id) & is_in_firm(Matter, IntakeLink.firm_id), attr="matter")
        .join(Client, on=(Client.id == IntakeLink.client_id) & is_in_firm(Client, IntakeLink.firm_id), attr="client")
        .where(selected_by(IntakeLink.id, page)))
    found = sorted(rows, key=lambda link: (link.due_at or _NEVER, link.due_at or link.sent_at, link.id))
    return found[:PER_PAGE], len(found) > PER_PAGE


def _waiting_ids(caller, query):
    """Return a query for the ids of the links on the page and of one more.

    It reads the reminders by date only as far as the page, and the links without reminders only behind the last one.
    """
    behind = query["page"] * PER_PAGE + 1
    earlier = Reminder.alias()
    is_first = ~_exists_row_by_row(earlier.select(Value(1)).where(
        earlier.firm_id == Reminder.firm_id, earlier.link_id == Reminder.link_id, earlier.settled_at.is_null(),
        Tuple(earlier.due_at, earlier.id) < Tuple(Reminder.due_at, Reminder.id)))
    waits = _exists_row_by_row(_waiting(IntakeLink.select(Value(1)), query).where(
        IntakeLink.id == Reminder.link_id, is_in_firm(IntakeLink, caller.firm_id)))
    upcoming = (Reminder.of(caller, Reminder.link_id.alias("id"), Reminder.due_at)
                .where(Reminder.settled_at.is_null(), waits, is_first)
                .order_by(Reminder.due_at, Reminder.link_id).limit(behind).cte("upcoming", materialized=True))
    planned = Reminder.select(Value(1)).where(
        Reminder.firm_id == caller.firm_id, Reminder.link_id == IntakeLink.id, Reminder.settled_at.is_null())
    links = IntakeLink.of(caller, IntakeLink.id, Value(None).cast("timestamptz"), IntakeLink.sent_at)
    without = _waiting(links, query).where(
        ~_exists_row_by_row(planned), Select([upcoming], [fn.COUNT(1)]) < behind)
    first = Select([upcoming], [upcoming.c.id, upcoming.c.due_at, Value(None).cast("timestamptz").alias("sent_at")])
    found = first.union_all(without).alias("found")
    place = found.c.due_at.asc(nulls="LAST"), found.c.sent_at, found.c.id
    return Select([found], [found.c.id]).order_by(*place).limit(PER_PAGE + 1).offset(
        behind - 1 - PER_PAGE).with_cte(upcoming)


def _exists_row_by_row(rows):
    """Return the condition that a row exists, looked up row by row: it keeps the planner from making a join.

    The planner underestimates the links of their matter's client, and would join all of them even for the first page.
    """
    return fn.EXISTS(rows.offset(0))


def _waiting(links, query):
    """Limit a query of links to sent, open ones of active matters that still have the link's client."""
    links = links.join(Matter, on=(Matter.id == IntakeLink.matter_id) & is_in_firm(Matter, IntakeLink.firm_id)).where(
        IntakeLink.revoked_at.is_null(), IntakeLink.completed_at.is_null(), IntakeLink.expired_at.is_null(),
        IntakeLink.sent_at.is_null(False), IntakeLink.expires_at > now(), Matter.status == ACTIVE,
        Matter.client_id == IntakeLink.client_id)
    if query.get("assigned"):
        links = links.where(Matter.assigned_attorney.in_(assigned_ids(query["assigned"])))
    return links


def _facts(caller):
    """Return the columns of the link's matter that the rules use."""
    upcoming = Reminder.of(caller).where(Reminder.link_id == IntakeLink.id, Reminder.matter_id == IntakeLink.matter_id,
                                         Reminder.settled_at.is_null())
    documents = DocumentRequest.of(caller, fn.COUNT(DocumentRequest.id)).where(
        DocumentRequest.matter_id == IntakeLink.matter_id, DocumentRequest.required, DocumentRequest.is_open())
    form = IntakeForm.of(caller).where(
        IntakeForm.matter_id == IntakeLink.matter_id, IntakeForm.client_id == IntakeLink.client_id)
    open_form = form.where(IntakeForm.submitted_at.is_null(), IntakeForm.questions != [])
    rules = Template.of(caller, Template.reminder_rules).where(Template.id == Matter.intake_template_id)
    first_deadline = upcoming.select(Reminder.deadline).order_by(Reminder.due_at, Reminder.id).limit(1)
    last_sent = Communication.of(caller, fn.MAX(Communication.sent_at)).where(
        Communication.matter_id == IntakeLink.matter_id, Communication.reminder_id.is_null(False))
    due_at, days = (upcoming.select(fn.MIN(column)).alias(column.name) for column in (Reminder.due_at, Reminder.days))
    asked_for = upcoming.select(fn.BOOL_OR(Reminder.due_at <= Reminder.created_at)).alias("is_asked_for")
    return (due_at, days, asked_for, documents.alias("open_documents"),
            documents.where(DocumentRequest.awaits_client()).alias("awaited_documents"),
            fn.EXISTS(open_form).alias("has_open_form"),
            fn.EXISTS(form.where(IntakeForm.submitted_at.is_null(False))).alias("has_sent_form"),
            first_deadline.alias("deadline"), rules.alias("rules"),
            last_sent.alias("last_sent_at"), Communication.have_all_failed(IntakeLink).alias("link_failed"),
            last_opened(IntakeLink.firm_id, IntakeLink.id).alias("link_opened_at"),
            SmsOptOut.applies_to(Client).alias("has_opted_out"))
