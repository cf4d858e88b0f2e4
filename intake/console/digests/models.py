"""The queries of the digest: its recipients, and the work that is waiting for each."""

from datetime import timedelta
from typing import Any, NamedTuple

from peewee import SQL, Case, Select, fn

from intake.accounts.firms.models import Firm
from intake.accounts.permissions.roles import SEES_ONLY_ASSIGNED
from intake.accounts.users.models import User
from intake.accounts.users.states import ACTIVE
from intake.cases.clients.models import Client
from intake.cases.deadlines.models import Deadline
from intake.cases.documents.models import DocumentRequest
from intake.cases.held_reviews.models import waiting_count
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE as MATTER_ACTIVE
from intake.cases.uploads.models import Upload
from intake.core.db import db
from intake.core.local_time import moment_at
from intake.messaging.communications.models import Communication, MessageRead
from intake.messaging.communications.states import DELIVERED, FAILED, INBOUND, OUTBOUND, QUEUED, SENT
from intake.messaging.notifications.models import FirmMessage
from intake.portal.links.models import IntakeLink

from .states import BATCH, BEGINS, FAILS_WITHIN, LONGEST_NEWS, NAMED, SILENT_FOR

_DAY = timedelta(days=1)


class _EachPerson(NamedTuple):
    """The `FirmScope` of each row of `users` in a statement; its values are columns."""

    firm_id: Any
    assignee: Any


def time_zones():
    """Return the time zones of all firms, read from an index."""
    return [firm.timezone for firm in Firm.select(Firm.timezone).distinct()]


def claim_due(day, zone):
    """Return people in this time zone who were not checked on this day, locked and with their `firm`.

    They are at most `BATCH`, none claimed by another worker. A check later than tomorrow, which is today in some other
    zone, was made by a wrong clock and does not count.
    """
    is_due = User.digest_on.is_null() | ~User.digest_on.between(day, day + _DAY)
    due: Any = (
        User.select(User, Firm).join(Firm, on=(Firm.id == User.firm_id), attr="firm")
        .where(Firm.timezone == zone, Firm.is_at_work(), User.status == ACTIVE, User.wants_digest, is_due)
        .order_by(User.id).limit(BATCH))
    return list(due.for_update("FOR NO KEY UPDATE", of=User, skip_locked=True))


def mark_checked(people, day):
    """Record that these people were checked on this day."""
    User.update(digest_on=day).where(User.id.in_([person.id for person in people])).execute()


def waiting_work_of(people, day, zone, moment):
    """Return the waiting work of each person in a zone, by id: `waiting`, `deadlines`, `wrote`, `silent` and `failed`.

    It takes one statement for people who see everything and one for people who see only what is assigned to them.
    Call it before `mark_checked`.
    """
    found: dict[str, Any] = {}
    since = _news_since(day, zone)
    for is_limited in (False, True):
        ids = [person.id for person in people if (person.role in SEES_ONLY_ASSIGNED) == is_limited]
        if ids:
            scope = _EachPerson(User.firm_id, User.assigned_columns() if is_limited else None)
            rows: Any = User.select(
                User.id, waiting_count(scope).alias("waiting"), _named(_deadlines(scope, day)).alias("deadlines"),
                _named(_wrote(scope, since)).alias("wrote"), _named(_silent(scope, moment)).alias("silent"),
                _named(_failed(scope, since)).alias("failed")).where(User.id.in_(ids)).dicts()
            found |= {row.pop("id"): row for row in rows}
    return found


def _news_since(day, zone):
    """Return the column with the time since when something is news to a person: eight o'clock on the day of the digest
    before, as no worker may have run since, or of the last one that was sent, as later ones were lost with it; at least
    a day, at most `LONGEST_NEWS` ago.
    """
    last = fn.LEAST(User.digest_on, _last_sent_before_lost_ones(day))
    longer = [(last <= day - each * _DAY, moment_at(day - each * _DAY, BEGINS, zone))
              for each in range(LONGEST_NEWS, 1, -1)]
    return Case(None, longer, moment_at(day - _DAY, BEGINS, zone))


def _last_sent_before_lost_ones(day):
    """Return the column with the day of a person's last digest that was sent, NULL unless a later one was not."""
    days = [day - each * _DAY for each in range(1, LONGEST_NEWS + 1)]
    its_day = fn.RIGHT(FirmMessage.occasion, len(day.isoformat())).cast("date")
    sent, unsent = (fn.MAX(its_day).filter(FirmMessage.status.in_(statuses))
                    for statuses in ((SENT, DELIVERED), (QUEUED, FAILED)))
    sent = fn.COALESCE(sent, days[-1])
    return FirmMessage.select(Case(None, [(unsent > sent, sent)])).where(
        FirmMessage.firm_id == User.firm_id,
        FirmMessage.occasion.in_([fn.CONCAT("digest ", User.id, f" {each}") for each in days]))


def _named(query):
    """Return the first rows of a query, one more than are named, as a JSON column."""
    rows = query.limit(NAMED + 1).alias("needing")
    return Select([rows], [fn.COALESCE(fn.JSON_AGG(SQL("needing")), "[]")]).bind(db)


def _deadlines(scope, day):
    """Return the open deadlines of active matters that are due by the day."""
    return (Deadline.of(scope, Deadline.id, Deadline.title, Deadline.due_date, Matter.title.alias("matter"))
            .join(Matter, on=Matter.referenced_by(Deadline.matter_id))
            .where(~Deadline.completed, Deadline.due_date <= day, Matter.status == MATTER_ACTIVE)
            .order_by(Deadline.due_date, Deadline.id))


def _wrote(scope, since):
    """Return the matters with messages from their clients since then that the person has not read."""
    read = MessageRead.select(MessageRead.read_at).where(
        MessageRead.firm_id == scope.firm_id, MessageRead.user_id == User.id,
        MessageRead.matter_id == Communication.matter_id, MessageRead.read_at >= Communication.created_at)
    return (Communication.of(scope, Matter.id.alias("matter_id"), Matter.title.alias("matter"))
            .join(Matter, on=Matter.referenced_by(Communication.matter_id))
            .where(Communication.direction == INBOUND, Communication.created_at >= since,
                   Communication.created_at > User.created_at, ~fn.EXISTS(read))
            .group_by(Matter.id, Matter.title).order_by(fn.MIN(Communication.created_at), Matter.id))


def _silent(scope, moment):
    """Return the active matters with an open intake whose clients have done nothing for a week.

    Neither has anybody on their behalf, from another address or by the API.
    """
    since = moment - SILENT_FOR
    wrote = Communication.select(Communication.id).where(
        Communication.firm_id == IntakeLink.firm_id, Communication.matter_id == IntakeLink.matter_id,
        Communication.direction == INBOUND, Communication.created_at > since)
    sent = Upload.select(Upload.id).join(
        DocumentRequest, on=DocumentRequest.referenced_by(Upload.document_id)
    ).where(DocumentRequest.firm_id == IntakeLink.firm_id, DocumentRequest.matter_id == IntakeLink.matter_id,
            Upload.uploaded_at > since)
    return (IntakeLink.of(scope, Matter.id, Matter.title.alias("matter"),
                          fn.CONCAT(Client.first_name, " ", Client.last_name).alias("client"), IntakeLink.sent_at)
            .join(Matter, on=Matter.referenced_by(IntakeLink.matter_id))
            .join(Client, on=Client.referenced_by(Matter.client_id))
            .where(IntakeLink.revoked_at.is_null(), IntakeLink.completed_at.is_null(), IntakeLink.expired_at.is_null(),
                   IntakeLink.sent_at <= since, IntakeLink.expires_at > moment, Matter.status == MATTER_ACTIVE,
                   fn.COALESCE(Matter.client_active_at, IntakeLink.sent_at) <= since,
                   ~fn.EXISTS(wrote), ~fn.EXISTS(sent))
            .order_by(IntakeLink.sent_at, IntakeLink.id))


def _failed(scope, since):
    """Return the messages that failed since then and were not followed by another one in the matter.

    They may have been written long before: some are scheduled and then retried for a day, and mails bounce. Failed
    messages no longer change, except by an erasure or an import, which are not news.
    """
    was_due = fn.GREATEST(Communication.created_at, Communication.send_at)
    return (Communication.of(scope, Communication.id, Communication.matter_id, Matter.title.alias("matter"))
            .join(Matter, on=Matter.referenced_by(Communication.matter_id))
            .where(Communication.status == FAILED, Communication.direction == OUTBOUND,
                   Communication.changed_at >= since, was_due >= since - FAILS_WITHIN,
                   ~fn.EXISTS(Communication.sent_after(Communication)))
            .order_by(Communication.created_at.desc(), Communication.id.desc()))
