"""The format of Clio's webhooks, signed with the secret of the handshake."""

import base64
import hashlib
import hmac
import re

from intake.cases.matters.states import ACTIVE, CLOSED
from intake.integrations.platforms.contract import WebhookFormat
from intake.integrations.platforms.data_types import ParsedEvent
from intake.integrations.platforms.parsing import json_object, optional_id, optional_name, optional_text, optional_time

_STATUSES = {"open": ACTIVE, "closed": CLOSED}
_VERBS = {"created": "create", "updated": "update", "deleted": "delete",
          "matter_opened": "update", "matter_pended": "update", "matter_closed": "update"}
_SECRET = re.compile(r"[\x21-\x7e]{1,512}")


class ClioWebhooks(WebhookFormat):
    """Events over a subscription that began with a handshake."""

    def handshake_secret(self, call):
        secret = call.headers.get("X-Hook-Secret", "")
        return secret if _SECRET.fullmatch(secret) else None

    def subscription_id(self, call):
        values = (json_object(call.payload.get("meta")).get("webhook_id"), call.payload.get("webhook_id"),
                  json_object(json_object(call.payload.get("data")).get("webhook")).get("id"))
        return next((str(id) for id in map(optional_id, values) if id is not None), None)

    def is_signed(self, secret, call, moment):
        given = call.headers.get("X-Hook-Signature", "").strip()
        expected = hmac.digest(secret.encode(), call.body, hashlib.sha256)
        # Clio does not document how the signature is encoded.
        matches = [hmac.compare_digest(given.lower().encode(), expected.hex().encode()),
                   hmac.compare_digest(given.encode(), base64.b64encode(expected))]
        return any(matches)

    def parse(self, call, resource_type, settings):
        data = json_object(call.payload.get("data"))
        event_type, resource_type = _event_type(call.payload, resource_type)
        changed_at = optional_time(data.get("updated_at"))
        # Without one of these, the second "Closed" of "Closed, Open, Closed" has the same body as the first.
        is_unique = changed_at or data.get("etag")
        return ParsedEvent(
            event_type, resource_type, optional_id(data.get("id")),
            changed_at or optional_time(call.payload.get("timestamp")),
            identity=call.body if is_unique else None, version=optional_text(data.get("etag")),
            status=_STATUSES.get(str(data.get("status")).lower()) if event_type == "matter.update" else None)


def _event_type(payload, resource_type):
    """The event in the form `matter.update`, and the type of its record."""
    event = optional_name(payload.get("event")) or optional_name(payload.get("event_type"))
    if event and "." in event:
        resource_type, _, verb = event.partition(".")
    else:
        verb = event or optional_name(json_object(payload.get("meta")).get("event")) or "unknown"
    verb = _VERBS.get(verb, verb)
    return (f"{resource_type}.{verb}" if resource_type else verb), resource_type
