"""What Clio tells us: its own words and the interface's, signed with the secret of the handshake."""

import base64
import hashlib
import hmac
import re

from intake.cases.matters.states import ACTIVE, CLOSED
from intake.integrations.platforms.inbound.message import Dialect, Incoming, moment_of, name, number
from intake.integrations.platforms.sense import record, text

_STATUSES = {"open": ACTIVE, "closed": CLOSED}
_VERBS = {"created": "create", "updated": "update", "deleted": "delete",
          "matter_opened": "update", "matter_pended": "update", "matter_closed": "update"}
_SECRET = re.compile(r"[\x21-\x7e]{1,512}")


class ClioDialect(Dialect):
    """Integration A."""

    segment = "clio"
    tells_of_removal = True

    def handshake_secret(self, call):
        secret = call.headers.get("X-Hook-Secret", "")
        return secret if _SECRET.fullmatch(secret) else None

    def subscription_id(self, call):
        told = (record(call.payload.get("meta")).get("webhook_id"), call.payload.get("webhook_id"),
                record(record(call.payload.get("data")).get("webhook")).get("id"))
        return next((str(id) for id in map(number, told) if id is not None), None)

    def is_signed(self, secret, call, moment):
        given = call.headers.get("X-Hook-Signature", "").strip()
        right = hmac.digest(secret.encode(), call.body, hashlib.sha256)
        # Clio does not say how it writes the signature.
        fitting = [hmac.compare_digest(given.lower().encode(), right.hex().encode()),
                   hmac.compare_digest(given.encode(), base64.b64encode(right))]
        return any(fitting)

    def read(self, call, resource_type, settings):
        data = record(call.payload.get("data"))
        event_type, resource_type = _told(call.payload, resource_type)
        changed_at = moment_of(data.get("updated_at"))
        # Without one of these, "Closed" after "Open" after "Closed" are the same words, and news all the same.
        is_unmistakable = changed_at or data.get("etag")
        return Incoming(
            event_type, resource_type, number(data.get("id")), changed_at or moment_of(call.payload.get("timestamp")),
            identity=call.body if is_unmistakable else None, version=text(data.get("etag")),
            status=_STATUSES.get(str(data.get("status")).lower()) if event_type == "matter.update" else None)


def _told(payload, resource_type):
    """The event as the interface calls it, `matter.update`, and the kind of record that it is about."""
    whole = name(payload.get("event")) or name(payload.get("event_type"))
    if whole and "." in whole:
        resource_type, _, verb = whole.partition(".")
    else:
        verb = whole or name(record(payload.get("meta")).get("event")) or "unknown"
    verb = _VERBS.get(verb, verb)
    return (f"{resource_type}.{verb}" if resource_type else verb), resource_type
