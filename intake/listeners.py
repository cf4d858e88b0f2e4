"""Which event wakes which task, and which function performs it.

The relay makes a row of each task; the worker performs it until it succeeds, and after the last attempt calls what is
to be done when all failed. Both are given the same arguments, and both are safe to run twice.
"""

from intake.accounts.sessions import jobs as sessions
from intake.accounts.sessions.passwords import jobs as passwords
from intake.accounts.users import jobs as users
from intake.cases.uploads import jobs as uploads
from intake.integrations.connections import jobs as connections
from intake.integrations.inbound import jobs as inbound
from intake.integrations.sync import jobs as syncs
from intake.integrations.webhooks import jobs as webhooks
from intake.messaging.communications import jobs as communications
from intake.messaging.notifications import jobs as notifications
from intake.portal.links import jobs as intake_links
from intake.portal.reminders import jobs as reminders

LISTENERS = {
    "document.uploaded": (("process_upload", lambda data: [data["upload"]["id"]]),
                          ("note_upload", lambda data: [data["upload"]["id"]]),
                          ("complete_intake", lambda data: [data["matter"]["id"]])),
    "document.approved": (("complete_intake", lambda data: [data["matter"]["id"]]),
                          ("sync_approved", lambda data: [data["matter"]["id"]])),
    "matter.created": (("sync_created", lambda data: [data["id"]]),),
    "intake.link.sent": (("plan_reminders",
                          lambda data: [data["matter"]["id"], data["link"]["id"], data["link"]["expires_at"]]),),
    "intake.completed": (("stop_reminders", lambda data: [data["matter"]["id"]]),
                         ("note_intake_completed", lambda data: [data["matter"]["id"], data["link"]["id"]]),
                         ("sync_completed", lambda data: [data["matter"]["id"]])),
    "intake.link.expired": (("note_link_expired", lambda data: [data["matter"]["id"], data["link"]["id"]]),),
    "message.received": (("note_message", lambda data: [data["communication_id"]]),),
    "upload.quarantined": (("tell_of_quarantine", lambda data: [data["upload"]["id"]]),),
    "webhook.disabled": (("tell_of_disabled_endpoint", lambda data: [data["webhook_id"]]),),
}
"""Event type → (task, its arguments from the event's data), …"""

TASKS = {
    "process_upload": (uploads.process, uploads.process_failed),
    "remove_files": (uploads.remove_files, None),
    "complete_intake": (intake_links.complete_intake, None),
    "plan_reminders": (reminders.plan_reminders, None),
    "stop_reminders": (reminders.stop_reminders, None),
    "send_communication": (communications.send, communications.send_failed),
    "send_reminder": (reminders.send_reminder, communications.send_failed),
    "note_upload": (notifications.note_upload, None),
    "note_intake_completed": (notifications.note_intake_completed, None),
    "note_link_expired": (notifications.note_link_expired, None),
    "note_message": (notifications.note_message, None),
    "alert_firm": (notifications.alert_firm, None),
    "send_firm_message": (notifications.send_firm_message, notifications.send_firm_message_failed),
    "tell_of_quarantine": (notifications.tell_of_quarantine, None),
    "send_invitation": (users.send_invitation, None),
    "send_password_reset": (passwords.send_password_reset, None),
    "send_account_notice": (sessions.send_account_notice, None),
    "sync": (syncs.sync, None),
    "sync_approved": (syncs.sync_approved, None),
    "sync_created": (syncs.sync_created, None),
    "sync_completed": (syncs.sync_completed, None),
    "subscribe": (connections.subscribe, None),
    "check_connection": (inbound.check_connection, None),
    "apply_inbound_event": (inbound.apply_inbound_event, None),
    "tell_of_disabled_endpoint": (webhooks.tell_of_disabled_endpoint, None),
}
"""Task → (function, what to call after the last attempt)."""
