"""The format of Lawmatics' webhooks, signed together with the time."""

import hashlib
import hmac
import re

from intake.cases.matters.states import ACTIVE, ARCHIVED, CLOSED, STATUSES
from intake.integrations.platforms.contract import WebhookFormat
from intake.integrations.platforms.data_types import ParsedEvent
from intake.integrations.platforms.parsing import json_object, optional_id, optional_name, optional_time, same_text

SIGNATURE_LIFETIME_SECONDS = 300
_CLOSED_WORDS = ("closed", "lost", "declined", "completed")
_STAGE_FIELDS = {"matter.stage_changed": "stage", "matter.status_changed": "status"}
"""The events that report a matter's new stage, and the field that holds it. The second is Lawmatics' own name."""
_TIME = re.compile(r"[0-9]{1,12}")


class LawmaticsWebhooks(WebhookFormat):
    """Events without handshake and subscriptions: an admin of the firm enters the secret in Intake."""

    def is_signed(self, secret, call, moment):
        time = call.headers.get("X-Lawmatics-Timestamp", "")
        if not _TIME.fullmatch(time) or abs(moment.timestamp() - int(time)) > SIGNATURE_LIFETIME_SECONDS:
            return False
        expected = hmac.new(secret.encode(), f"{time}.".encode() + call.body, hashlib.sha256).hexdigest()
        given = call.headers.get("X-Lawmatics-Signature", "").strip()
        return hmac.compare_digest(given.encode(), f"sha256={expected}".encode())

    def parse(self, call, resource_type, settings):
        payload = call.payload
        data = json_object(payload.get("data"))
        event_type = optional_name(payload.get("event")) or optional_name(payload.get("event_type")) or "unknown"
        occurred_at = optional_time(payload.get("timestamp"))
        return ParsedEvent(
            event_type, event_type.partition(".")[0] if "." in event_type else None, optional_id(data.get("id")),
            occurred_at, identity=_identity(call, occurred_at),
            status=_status(data, _STAGE_FIELDS.get(event_type), settings["stage_statuses"]))


def _identity(call, occurred_at):
    """The event's own id; else its body, if that holds the time."""
    id = call.payload.get("event_id")
    if isinstance(id, str | int) and id:
        return f"id {id}".encode()
    return call.body if occurred_at else None


def _status(data, field, overrides):
    """The status for the matter's new stage; None if the event reports none."""
    value = data.get(field) or data.get("stage") if field else None
    stage = optional_name(json_object(value).get("name") if isinstance(value, dict) else value)
    return status_of(stage, overrides) if stage else None


def status_of(stage, overrides):
    """Return the matter status for a stage of this name; the firm's `overrides` take precedence."""
    for name, status in overrides.items():
        if same_text(name, stage) and status in STATUSES:
            return status
    words = stage.casefold()
    if any(word in words for word in _CLOSED_WORDS):
        return CLOSED
    return ARCHIVED if "archived" in words else ACTIVE
