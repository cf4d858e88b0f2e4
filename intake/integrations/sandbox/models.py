"""The kept messages, and the check whether due work is waiting."""

import logging

from peewee import TextField

from intake.core.clock import now
from intake.core.db import db
from intake.core.logging import context
from intake.core.tenancy import FirmRecord, FirmScope

from .states import MOST_KEPT

_log = logging.getLogger(__name__)


class SandboxMessage(FirmRecord):
    """A mail or SMS that was kept instead of sent."""

    prefix = "out"
    resource = "sandbox_message"

    channel = TextField()
    recipient = TextField()
    sender = TextField(null=True)
    reply_to = TextField(null=True)
    subject = TextField(null=True)
    text = TextField()
    html = TextField(null=True)
    error = TextField(null=True)

    @classmethod
    def keep(cls, **values: str | None) -> str:
        """Keep a message of the firm that this request or task belongs to; return its id."""
        firm_id = context.get().get("firm_id")
        if firm_id is None:
            _log.warning("message not kept: it is of no firm")
            return cls().id
        message = cls.create(firm_id=firm_id, **values)
        oldest = cls.of(message, cls.id).order_by(cls.created_at.desc(), cls.id.desc()).offset(MOST_KEPT)
        cls.delete().where(cls.firm_id == firm_id, cls.id.in_(oldest)).execute()
        return message.id

    @classmethod
    def listed(cls, scope: FirmScope, query: dict):
        """Return the page of the firm's messages that the query asks for, the newest first."""
        wanted = [getattr(cls, name) == query[name] for name in ("channel", "recipient") if name in query]
        return cls.newest_page(scope, query, *wanted)

    @classmethod
    def delete_all(cls, scope: FirmScope) -> int:
        """Delete the firm's messages; return their number."""
        return cls.delete().where(cls.firm_id == scope.firm_id).execute()


_WAITING = """
SELECT EXISTS (SELECT FROM events WHERE relayed_at IS NULL)
    OR EXISTS (SELECT FROM tasks WHERE done_at IS NULL AND failed_at IS NULL AND due_at <= %(now)s)
    OR EXISTS (SELECT FROM deliveries JOIN webhooks ON webhooks.id = deliveries.webhook_id
               WHERE status = 'pending' AND due_at <= %(now)s AND webhooks.active
               AND (open_until IS NULL OR open_until <= %(now)s))
"""


def is_anything_due() -> bool:
    """Whether an event, a task or a delivery of any firm waits for the worker."""
    return db.execute_sql(_WAITING, {"now": now()}).fetchone()[0]
