"""Whether a client wants to be reminded, as the client says it."""

from intake.cases.clients.actions import set_contact_preferences
from intake.cases.clients.models import Client
from intake.core.clock import iso, now
from intake.core.db import db
from intake.engine.events.actions import record_event
from intake.messaging.communications.safety import wants_reminders


def set_reminders(scope, client_id, is_wanted):
    """Turn the client's reminders on or off; the firm is notified when they are turned off. Raises `NotFound`."""
    with db.atomic():
        client = Client.fetch_locked(scope, client_id)
        if wants_reminders(client) != is_wanted:
            set_contact_preferences(scope, client_id, {"reminders": is_wanted})
            if not is_wanted:
                record_event("reminders.ended", client.firm_id, {"client_id": client_id, "ended_at": iso(now())})
