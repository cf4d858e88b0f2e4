"""The queries of the inbox."""

from peewee import JOIN, Tuple, fn

from intake.accounts.users.models import User
from intake.cases.clients.models import Client
from intake.cases.matters.models import Matter
from intake.console.frame.paging import place_of_next_page
from intake.messaging.communications.models import Communication, MessageRead
from intake.messaging.communications.states import FAILED

from .states import SHOWN, UNREAD

_EXCERPT = 400
"""The shown length of the latest message: more than two lines of the widest list, which cuts them with an ellipsis."""


def list_conversations(caller, query):
    """Return the latest message of each matter that the query asks for, newest first, and the place of the next page.

    Each has its `matter`, which has its `client`; `unread` is the number of the matter's messages that the caller's
    user has not read. The query may have `channel`, `direction`, `status`, `assigned`, the id of a user, and `before`,
    moment and id of the previous page's last message.
    """
    later = Communication.alias()
    newer = later.select(later.id).where(
        later.firm_id == Communication.firm_id, later.matter_id == Communication.matter_id,
        Tuple(later.created_at, later.id) > Tuple(Communication.created_at, Communication.id),
        *_conditions(caller, query, later))
    shown = Communication.of(caller, *(getattr(Communication, name) for name in (
        "id", "firm_id", "matter_id", "channel", "direction", "status", "created_at", "sent_at")),
        fn.LEFT(Communication.message, _EXCERPT).alias("message"), _unread_of(caller, Communication.matter_id))
    rows = Communication.with_matters(shown).where(*_conditions(caller, query, Communication), ~fn.EXISTS(newer))
    if query.get("assigned"):
        assigned = Matter.assigned_attorney.in_(User(id=query["assigned"]).assigned_as)
        rows = rows.where(Communication.matter_id.in_(Matter.of(caller, Matter.id).where(assigned)))
    if query.get("before"):
        rows = rows.where(Tuple(Communication.created_at, Communication.id) < Tuple(*query["before"]))
    found = list(rows.order_by(Communication.created_at.desc(), Communication.id.desc()).limit(SHOWN + 1))
    return found[:SHOWN], place_of_next_page(found, SHOWN)


def fetch_conversation(caller, matter_id):
    """Return the matter with its `client`, or None, and the number of its `unread` messages. Raises `NotFound`."""
    return Matter.found(matter_id, Matter.of(caller, Matter, Client, _unread_of(caller, Matter.id)).join(
        Client, JOIN.LEFT_OUTER, attr="client",
        on=(Client.firm_id == Matter.firm_id) & (Client.id == Matter.client_id)))


def _unread_of(caller, matter_id):
    received = Communication.alias()
    return MessageRead.unread(caller, received).where(received.matter_id == matter_id).select(
        fn.COUNT(received.id)).alias("unread")


def _conditions(caller, query, message):
    """Return the conditions for messages; `message` is `Communication` or an alias of it."""
    status = query.get("status")
    found = [getattr(message, name) == query[name] for name in ("channel", "direction") if query.get(name)]
    if status == UNREAD:
        found.append(MessageRead.is_unread(caller, message))
    elif status:
        found.append(message.status == status)
    if status == FAILED:
        found.append(~fn.EXISTS(Communication.sent_after(message)))
    return found
