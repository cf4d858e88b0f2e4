"""What Lawmatics tells us: its own words and the interface's, signed together with the time."""

import hashlib
import hmac
import re

from intake.cases.matters.states import ACTIVE, ARCHIVED, CLOSED, STATUSES
from intake.integrations.platforms.inbound.message import Dialect, Incoming, moment_of, name, number
from intake.integrations.platforms.sense import record

from .mapping import same_text

FRESH_SECONDS = 300
_ENDED = ("closed", "lost", "declined", "completed")
_MOVES = {"matter.stage_changed": "stage", "matter.status_changed": "status"}
"""The events that tell of a matter's new place, the interface's and Lawmatics' own, and where they tell it."""
_TIME = re.compile(r"[0-9]{1,12}")


class LawmaticsDialect(Dialect):
    """Integration B. It shakes no hands: its secret is entered by the firm, and it has no subscriptions."""

    segment = "lawmatics"

    def handshake_secret(self, call):
        return None

    def subscription_id(self, call):
        return None

    def is_signed(self, secret, call, moment):
        time = call.headers.get("X-Lawmatics-Timestamp", "")
        if not _TIME.fullmatch(time) or abs(moment.timestamp() - int(time)) > FRESH_SECONDS:
            return False
        right = hmac.new(secret.encode(), f"{time}.".encode() + call.body, hashlib.sha256).hexdigest()
        given = call.headers.get("X-Lawmatics-Signature", "").strip()
        return hmac.compare_digest(given.encode(), f"sha256={right}".encode())

    def read(self, call, resource_type, settings):
        data = record(call.payload.get("data"))
        event_type = name(call.payload.get("event")) or name(call.payload.get("event_type")) or "unknown"
        happened_at = moment_of(call.payload.get("timestamp"))
        return Incoming(
            event_type, event_type.partition(".")[0] if "." in event_type else None, number(data.get("id")),
            happened_at, identity=_identity(call, happened_at),
            status=_status(data, _MOVES.get(event_type), settings["stage_statuses"]))


def _identity(call, happened_at):
    """The event's own id; else its words, if they hold the time."""
    id = call.payload.get("event_id")
    if isinstance(id, str | int) and id:
        return f"id {id}".encode()
    return call.body if happened_at else None


def _status(data, place, overrides):
    """The status that stands for the matter's new stage (decisions.md 9); None if the event tells no stage."""
    told = data.get(place) or data.get("stage") if place else None
    stage = name(record(told).get("name") if isinstance(told, dict) else told)
    return status_of(stage, overrides) if stage else None


def status_of(stage, overrides):
    """The status that a stage of this name stands for; the firm's `overrides` go before what the name says."""
    for its_name, status in overrides.items():
        if same_text(its_name, stage) and status in STATUSES:
            return status
    words = stage.casefold()
    if any(word in words for word in _ENDED):
        return CLOSED
    return ARCHIVED if "archived" in words else ACTIVE
