"""Which event plans which task, and which function performs it.

The relay makes a row of each task; the worker performs it until it succeeds.
"""

from intake.accounts.generated_files import jobs as generated_files
from intake.accounts.sessions import jobs as sessions
from intake.accounts.users import jobs as users
from intake.cases.court_forms import jobs as court_forms
from intake.cases.held_reviews import jobs as held_reviews
from intake.cases.previews import jobs as previews
from intake.cases.uploads import jobs as uploads
from intake.console.matter_import import jobs as matter_imports
from intake.console.matters.bulk import jobs as bulk
from intake.console.reports import jobs as reports
from intake.engagement.conflicts import jobs as conflicts
from intake.engagement.leads import jobs as leads
from intake.engagement.letters import jobs as letters
from intake.engagement.letters.models import FORMER_CLIENT_HAS_LETTER
from intake.engine.events.router import Listener
from intake.engine.tasks.registry import TaskType
from intake.engine.tasks.states import DEFAULT, FILES, LONG, URGENT
from intake.integrations.connections import jobs as connections
from intake.integrations.connections.models import CONNECTED
from intake.integrations.inbound import jobs as inbound
from intake.integrations.sync import jobs as syncs
from intake.integrations.sync.models import SCANNED_IS_APPROVED
from intake.integrations.webhooks import jobs as webhooks
from intake.messaging.communications import jobs as communications
from intake.messaging.notifications import jobs as notifications
from intake.operations.billing import jobs as billing
from intake.portal.codes import jobs as codes
from intake.portal.links import jobs as intake_links
from intake.portal.links.models import FORMER_CLIENT_HAS_LINK, HAS_LINK, INTAKE_OPEN
from intake.portal.rejections import jobs as rejections
from intake.portal.reminders import jobs as reminders
from intake.records.erasures import jobs as erasures
from intake.records.exports import jobs as exports
from intake.records.imports import jobs as imports

COMPLETE_INTAKE = Listener("complete_intake", "matter.id", only_if=INTAKE_OPEN)
OF_FORMER_CLIENT = (Listener("revoke_link_of_former_client", "id", only_if=FORMER_CLIENT_HAS_LINK),
                    Listener("void_letters_of_former_client", "id", only_if=FORMER_CLIENT_HAS_LETTER))
CHECK_CLIENT_AGAIN = Listener("check_client_again", "client.id")
MESSAGE_FAILED = Listener("notify_message_failed", "communication_id")

LISTENERS = {
    "document.uploaded": (
        Listener("process_upload", "upload.id"), Listener("notify_upload_received", "upload.id"), COMPLETE_INTAKE),
    "document.approved": (COMPLETE_INTAKE, Listener("sync_approved", "matter.id", only_if=CONNECTED)),
    "document.rejected": (Listener("return_document", "upload.id", only_if=HAS_LINK),),
    "document.not_needed": (COMPLETE_INTAKE,),
    "document.noted": (Listener("notify_document_noted", "document_id"),),
    "matter.updated": OF_FORMER_CLIENT,
    "client.merged": (CHECK_CLIENT_AGAIN,),
    "client.merge_undone": (CHECK_CLIENT_AGAIN, Listener("check_client_again", "merged_client_id")),
    "matter.archived": OF_FORMER_CLIENT,
    "matter.created": (Listener("sync_created", "id", only_if=CONNECTED),),
    "intake.link.sent": (Listener("plan_reminders", "matter.id link.id link.expires_at"),),
    "intake.completed": (
        Listener("notify_intake_completed", "matter.id link.id"), Listener("send_intake_receipt", "link.id"),
        Listener("sync_completed", "matter.id", only_if=CONNECTED)),
    "intake.link.expired": (Listener("notify_link_expired", "matter.id link.id"),),
    "message.received": (Listener("notify_message_received", "communication_id"),),
    "reminders.ended": (Listener("notify_reminders_ended", "client_id ended_at"),),
    "message.failed": (MESSAGE_FAILED,),
    "message.refused": (MESSAGE_FAILED,),  # recorded by 0.2.0
    "upload.scanned": (
        Listener("render_preview", "upload_id"),
        Listener("sync_scanned", "upload_id", only_if=f"{CONNECTED} AND {SCANNED_IS_APPROVED}")),
    "upload.quarantined": (Listener("notify_file_quarantined", "upload.id"),),
    "storage.limit_reached": (Listener("notify_storage_limit_reached", "firm_id reached_at"),),
    "lead.created": (Listener("notify_lead_received", "id"), Listener("send_lead", "id", only_if=CONNECTED)),
    "webhook.disabled": (Listener("notify_endpoint_disabled", "webhook_id"),),
}
"""Event type → its listeners."""

TASKS = {
    "process_upload": TaskType(uploads.process, FILES, uploads.process_failed),
    "render_preview": TaskType(previews.render_preview, FILES, previews.render_preview_failed),
    "read_court_form": TaskType(court_forms.read_court_form, FILES, court_forms.read_court_form_failed),
    "fill_court_form": TaskType(court_forms.fill_court_form, FILES, court_forms.fill_court_form_failed),
    "remove_unconfirmed_form": TaskType(court_forms.remove_unconfirmed_form),
    "apply_held_review": TaskType(held_reviews.apply_held_review, URGENT, held_reviews.apply_held_review_failed),
    "remove_files": TaskType(uploads.remove_files, FILES),
    "check_conflicts_again": TaskType(conflicts.check_conflicts_again),
    "check_client_again": TaskType(conflicts.check_client_again),
    "make_report": TaskType(reports.make_report, LONG, reports.make_report_failed),
    "remove_report_files": TaskType(generated_files.remove_generated_file),
    "run_bulk_action": TaskType(bulk.run_bulk_action, LONG, bulk.run_bulk_action_failed),
    "open_imported_matters": TaskType(
        matter_imports.open_imported_matters, LONG, matter_imports.open_imported_matters_failed),
    "erase": TaskType(erasures.erase, LONG, erasures.erase_failed),
    "mail_certificate": TaskType(erasures.mail_certificate, DEFAULT, erasures.mail_certificate_failed),
    "sweep_erasure": TaskType(erasures.sweep_erasure, LONG),
    "make_export": TaskType(exports.make_export, LONG, exports.make_export_failed),
    "remove_export_files": TaskType(generated_files.remove_generated_file),
    "render_imported": TaskType(imports.render_imported, LONG),
    "send_letter": TaskType(letters.send_letter, FILES),
    "invite_signer": TaskType(letters.invite_signer, FILES, letters.invite_signer_failed),
    "remind_signer": TaskType(letters.remind_signer),
    "void_letters_of_former_client": TaskType(letters.void_letters_of_former_client),
    "void_letters_sent_since": TaskType(letters.void_letters_sent_since),
    "remove_unsent_pdfs": TaskType(letters.remove_unsent_pdfs),
    "seal_letter": TaskType(letters.seal_letter, FILES),
    "tell_of_end": TaskType(letters.tell_of_end),
    "send_signed_letter": TaskType(letters.send_signed_letter, DEFAULT, letters.send_signed_letter_failed),
    "complete_intake": TaskType(intake_links.complete_intake),
    "send_intake_receipt": TaskType(intake_links.send_intake_receipt),
    "send_receipt_mail": TaskType(intake_links.send_receipt_mail, DEFAULT, communications.send_failed),
    "send_portal_code": TaskType(codes.send_portal_code, URGENT),
    "mark_sent_link": TaskType(intake_links.mark_sent_link),
    "renew_link": TaskType(intake_links.renew_link, URGENT),
    "revoke_link_of_former_client": TaskType(intake_links.revoke_link_of_former_client),
    "plan_reminders": TaskType(reminders.plan_reminders),
    "send_communication": TaskType(communications.send, URGENT, communications.send_failed),
    "send_reminder": TaskType(reminders.send_reminder, DEFAULT, communications.send_failed),
    "return_document": TaskType(rejections.return_document),
    "tell_of_rejections": TaskType(
        rejections.tell_of_rejections, DEFAULT, rejections.tell_of_rejections_failed),
    "send_rejections": TaskType(rejections.send_rejections, DEFAULT, communications.send_failed),
    "notify_upload_received": TaskType(notifications.notify_upload_received),
    "notify_intake_completed": TaskType(notifications.notify_intake_completed),
    "notify_link_expired": TaskType(notifications.notify_link_expired),
    "notify_message_received": TaskType(notifications.notify_message_received),
    "notify_document_noted": TaskType(notifications.notify_document_noted),
    "notify_reminders_ended": TaskType(notifications.notify_reminders_ended),
    "notify_message_failed": TaskType(notifications.notify_message_failed),
    "notify_message_refused": TaskType(notifications.notify_message_failed),  # planned by 0.2.0
    "alert_firm": TaskType(notifications.alert_firm),
    "report_moved_alerts": TaskType(notifications.report_moved_alerts),
    "announce_single_erasure": TaskType(notifications.announce_single_erasure),
    "send_firm_message": TaskType(notifications.send_firm_message, DEFAULT, notifications.send_firm_message_failed),
    "notify_file_quarantined": TaskType(notifications.notify_file_quarantined),
    "notify_storage_limit_reached": TaskType(notifications.notify_storage_limit_reached),
    "notify_lead_received": TaskType(leads.notify_lead_received),
    "send_lead_message": TaskType(leads.send_lead_message, DEFAULT, leads.send_lead_message_failed),
    "send_invitation": TaskType(users.send_invitation, URGENT, users.send_invitation_failed),
    "send_password_reset": TaskType(sessions.send_password_reset, URGENT),
    "send_account_notice": TaskType(sessions.send_account_notice, URGENT),
    "sync": TaskType(syncs.sync, DEFAULT, syncs.sync_failed),
    "send_lead": TaskType(syncs.send_lead, DEFAULT, syncs.send_lead_failed),
    "sync_approved": TaskType(syncs.sync_approved),
    "sync_scanned": TaskType(syncs.sync_scanned),
    "sync_created": TaskType(syncs.sync_created),
    "sync_completed": TaskType(syncs.sync_completed),
    "subscribe": TaskType(connections.subscribe),
    "check_connection": TaskType(inbound.check_connection),
    "apply_inbound_event": TaskType(inbound.apply_inbound_event),
    "end_subscription": TaskType(billing.end_subscription),
    "notify_endpoint_disabled": TaskType(webhooks.notify_endpoint_disabled),
}
"""Task → the function that performs it, its queue, and what to call after the last attempt."""
