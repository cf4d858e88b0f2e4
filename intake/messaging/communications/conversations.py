"""The mails of a matter as one conversation in the client's mail program.

Programs group mails by `References`, some also by the subject.
"""

import re
from typing import NamedTuple

from peewee import fn

from .models import Communication
from .states import DELIVERED, EMAIL, INBOUND, OUTBOUND, SENT

_MOST = 10
_MAIL_ID = re.compile(r"<[!-;=?-~]{3,300}>\Z")
_ANSWERS = re.compile(r"^((re|r|rv|aw|antw|sv)\s*:\s*)+", re.IGNORECASE)


class Conversation(NamedTuple):
    """The earlier messages in a mail's conversation."""

    references: list[str] = []
    """The ids of the last mails to and from its recipient in its matter, the oldest first."""
    subject: str | None = None
    """The subject of the answer; None if the last mail is not the client's, or has none."""


def conversation_before(message):
    """Return the `Conversation` that an unsent mail continues; an empty one without a matter."""
    of = Communication
    if not isinstance(message, of) or message.matter_id is None:
        return Conversation()
    to_them = (of.direction == OUTBOUND) & of.status.in_((SENT, DELIVERED)) & (of.to == message.to)
    from_them = (of.direction == INBOUND) & (fn.LOWER(of.sender) == message.to.lower())
    rows = list(of.of(message).where(
        of.matter_id == message.matter_id, of.channel == EMAIL, of.id != message.id, of.provider_id.is_null(False),
        to_them | from_them).order_by(of.sent_at.desc(), of.id.desc()).limit(_MOST))
    last = rows[0] if rows else None
    answered = _ANSWERS.sub("", last.subject) if last and last.direction == INBOUND and last.subject else None
    return Conversation([id for row in reversed(rows) if (id := _mail_id_of(row))], answered and f"Re: {answered}")


def provider_id_of(digest, message_id):
    """Return the `provider_id` of a client's mail: a unique part, and the mail's own id if it is valid."""
    return " ".join(filter(None, ("mail", digest, message_id if _MAIL_ID.match(message_id) else "")))


def _mail_id_of(communication):
    found = _MAIL_ID.search(communication.provider_id)
    return found and found[0]
