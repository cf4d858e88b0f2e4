"""Notifies the firm of a new lead."""

from intake.core.addresses import public_url
from intake.messaging.communications.states import EMAIL
from intake.messaging.notifications.actions import record_notification, send_alert
from intake.messaging.notifications.models import office_addresses
from intake.messaging.notifications.record_paths import record_path
from intake.messaging.notifications.states import LEAD_RECEIVED


def notify(lead, firm):
    """Add the lead to the feed and mail it once to the addresses that the firm has named. Call it inside a transaction.

    They are those of `settings.lead_forms.notify`, or the firm's own address if there are none.
    """
    ids = {"lead_id": lead.id}
    record_notification(firm.id, LEAD_RECEIVED, lead.id, ids, lead=lead)
    addresses = office_addresses(firm, firm.settings_in_force["lead_forms"]["notify"])
    send_alert(firm, "lead_received", f"lead {lead.id}", EMAIL, addresses,
               lead=lead, address=public_url(record_path(LEAD_RECEIVED, ids)))
