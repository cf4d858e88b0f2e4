"""The worker's jobs for records whose time is near or over. Every job is safe to run twice."""

from functools import partial

from peewee import Select

from intake.accounts.firms.models import Firm
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.isolation import for_each_isolated
from intake.messaging.communications.actions import queue_communication
from intake.messaging.communications.message_texts import client_language, render_message
from intake.messaging.communications.quiet_hours import quiet_until
from intake.messaging.communications.safety import label_of
from intake.messaging.communications.states import EMAIL
from intake.messaging.notifications.actions import record_notification
from intake.messaging.notifications.models import admin_ids
from intake.messaging.notifications.states import RECORDS_DUE
from intake.web.formatting import format_date

from .actions import PLAN
from .due import due_of_kind
from .models import RetentionSchedule, RetentionStep, due_for_notice, lacks_notice
from .states import BATCH, KINDS, MATTERS, NOTICE_PERIOD


def tell_clients_of_destruction():
    """Write to the clients whose matters are to be destroyed in 60 days, once for each day of a matter."""
    for_each_isolated(_working_firms(RetentionSchedule.notice), _notify_clients, "clients of a firm not notified")


def propose_destruction():
    """Notify the admins, once a month, of what is due, and plan what is destroyed automatically."""
    for_each_isolated(_working_firms(), _propose, "destruction not proposed to a firm")


def _notify_clients(firm_id):
    firm = Firm.fetch(firm_id)
    rows = {row["id"]: row for row in due_for_notice(firm, firm.today).limit(BATCH).dicts()}
    for_each_isolated(rows, partial(_notify, firm, rows), "notice of destruction failed")


def _propose(firm_id):
    firm = Firm.fetch(firm_id)
    today = firm.today
    numbers = {kind: _plan_automatic(firm, today, kind) for kind in KINDS}
    if any(numbers.values()):
        with db.atomic():
            for user_id in admin_ids(firm):
                record_notification(firm.id, RECORDS_DUE, f"{today:%Y-%m} {user_id}", {"user_id": user_id}, **numbers)


def _plan_automatic(firm, today, kind):
    """Plan the due records that are destroyed automatically; return how many others wait for a decision.

    A person decides about the matters of clients whom no letter has reached, such as while no mail was sent.
    """
    rows = due_of_kind(firm, today, kind)
    is_automatic = RetentionSchedule.automatic & ~lacks_notice() if kind == MATTERS else RetentionSchedule.automatic
    automatic = rows.where(is_automatic).alias("automatic")
    free = Select([automatic], [automatic.c.id]).where(~automatic.c.on_hold, automatic.c.kept_documents == 0).order_by(
        automatic.c.destroy_after, automatic.c.id).limit(BATCH)  # those that are kept are not counted: they may be many
    for_each_isolated([id for (id,) in free.tuples().execute(db)], partial(PLAN[kind], firm, confirmed=True),
                      "destruction not planned")
    return rows.where(~is_automatic).count()


def _working_firms(*conditions):
    """Return the ids of the firms that are neither suspended nor being closed and have a schedule that meets the
    conditions.
    """
    working = set(Firm.working_ids())
    return [id for id in RetentionSchedule.firms(*conditions) if id in working]


def _notify(firm, rows, id):
    """Write to the client of the matter, after the night, and record that, or that there was no address."""
    row = rows[id]
    with db.atomic():
        matter = Matter.fetch_locked(firm, row["id"])
        step = RetentionStep.locked(firm, matter.id, row["destroy_after"])
        if step.notified_at:
            return
        day = max(row["destroy_after"], firm.today + NOTICE_PERIOD)
        step.change(notified_at=now(), announced_day=day, communication_id=_write(firm, matter, day))


def _write(firm, matter, day):
    client = matter.client
    if client is None or not client.email:
        return None
    language = client_language(client, firm)
    words = render_message("retention_notice", EMAIL, language, firm=firm, client=client,
                           label=label_of(matter, firm, language), day=format_date(day, language))
    return queue_communication(matter, client, EMAIL, words.message, words.subject, language=language,
                               due_at=quiet_until(firm, client, now())).id
