"""Every way in which a firm that is being closed could still change; a new way has to be classified here."""

from intake.accounts.firms.models import Firm
from intake.accounts.users.actions import invite
from intake.accounts.users.models import Invitation, User
from intake.core.clock import now
from intake.core.crypto import vault
from intake.core.db import db
from intake.core.ids import new_id
from intake.engagement.leads.models import LeadMessage
from intake.engagement.leads.writing import write_to_lead
from intake.engagement.letters import library
from intake.engagement.letters.actions import create, send
from intake.engagement.letters.models import Letter, LetterSigner
from intake.engagement.letters.signing_tokens import signing_path
from intake.engine.tasks.models import Task
from intake.integrations.connections.models import Integration
from intake.integrations.inbound.models import InboundEvent
from intake.listeners import TASKS
from intake.records.closing.actions import close, withdraw
from intake.schedule import SCHEDULE
from tests.builders import a_client, a_lead, a_matter, an_intake_link
from tests.contract.sample_firm import contracts
from tests.firm_rows import digests

REFUSED = {
    "link": """
        /p/:id/code, /p/:id/code/check, /p/:id/code/forget, /p/:id/documents/:id/note,
        /p/:id/documents/:id/pages, /p/:id/documents/:id/photos, /p/:id/documents/:id/uploads, /p/:id/form/:id,
        /p/:id/form/review, /p/:id/privacy, /p/:id/privacy/code, /p/:id/privacy/code/check, /p/:id/renewal,
        /p/:id/uploads/:id/confirm, /p/:id/uploads/:id/parts, /p/:id/uploads/:id/remove""",
    "signer": """
        /p/:id/letter/:id/agree, /p/:id/letter/:id/decline, /p/:id/letter/:id/read, /p/:id/letter/:id/sign""",
    "slug": "/start/:id, /start/:id/:id, /start/:id/more/:id",
    "invitation": "/invitations/:id",
}
"""Routes with a secret or a name of the firm in the address, by the kind of address; they change nothing."""

GOES_ON = {
    "the closing itself, and what a firm takes with it": """
        POST /firms/closing, DELETE /firms/closing, POST /settings/records/close,
        POST /settings/records/close/take-back, POST /exports, DELETE /exports/:id, POST /settings/records,
        POST /settings/records/:id/remove""",
    "reports, which read": """
        POST /reports/communications, POST /reports/deadlines, POST /reports/documents, POST /reports/intake_funnel,
        POST /reports/lead_funnel, POST /reports/matters, DELETE /reports/:id, POST /reports,
        POST /reports/:id/remove""",
    "previews, which store nothing": "POST /matters/:id/letters/:id/preview, POST /settings/letter-templates/preview",
    "that a hold ends, which keeps the firm from being erased": """
        POST /legal-holds/:id/lift, POST /settings/records/holds/:id/lift""",
    "access that ends": """
        DELETE /firms/api-keys/:id, DELETE /firms/sessions/:id, DELETE /firms/users/:id/sessions,
        DELETE /oauth-consents/:id, POST /account/applications/:id/withdraw, POST /oauth/revoke,
        POST /settings/developers/applications/:id/consents/:id/withdraw, POST /settings/developers/keys/:id/revoke,
        POST /settings/people/:id/sign-out, POST /settings/security/people/:id/sign-out,
        POST /settings/security/sessions/:id/end""",
    "how people get in, to read": """
        POST /login, POST /login/code, POST /logout, POST /password/:id, POST /password/forgotten, POST /oauth/token,
        POST /account/language, POST /account/password, POST /account/second-factor,
        POST /account/second-factor/confirm, POST /account/second-factor/recovery-codes,
        POST /account/second-factor/remove, POST /account/sessions/:id/end, POST /account/sessions/end-others""",
    "a person's own name, mails and marks": """
        POST /account/name, POST /account/alerts/:id, POST /account/digest, POST /digest/off/:id,
        POST /notifications/read, POST /unsubscribe/alerts/:id/:id""",
    "that a client wants no mails, which is obeyed at any time": "POST /unsubscribe/reminders/:id",
    "what the firm pays": """
        POST /billing/checkout, POST /billing/portal, PATCH /billing/subscription, POST /billing/webhooks,
        POST /settings/billing/change, POST /settings/billing/plan, POST /settings/billing/portal""",
    "what a client writes, which must not be lost, and what became of a message": """
        POST /communications/mail/inbound, POST /communications/twilio/inbound, POST /communications/twilio/status""",
    "what a platform says: connections are off, and none is begun": """
        POST /integrations/clio/callback, POST /integrations/clio/deauthorize, POST /integrations/clio/webhooks,
        POST /integrations/lawmatics/callback, POST /integrations/lawmatics/webhooks""",
    "a consent; a new one is refused": "POST /oauth/authorize",
}
"""The other routes that neither `requires` nor `console_page` refuses, by the reason why they stay allowed."""

OF_THE_WORKER = {
    "stops, and is tried again later": """
        send_invitation, send_letter, invite_signer, send_signed_letter, tell_of_end, remind_signer,
        apply_inbound_event""",
    "stops: what was to be sent has failed": "send_communication, send_lead_message",
    "stops by the rules of reminders and links": """
        plan_reminders, send_reminder, remind_clients, plan_deadline_reminders, return_document, tell_of_rejections,
        send_rejections, renew_link, mark_sent_link, send_intake_receipt, send_receipt_mail""",
    "leaves out firms that are not at work": """
        send_digests, make_scheduled_reports, tell_clients_of_destruction, propose_destruction""",
    "needs a connection or endpoint, which are off": """
        sync, send_lead, sync_approved, sync_scanned, sync_created, sync_completed, subscribe, check_connection,
        renew_subscriptions, notify_endpoint_disabled""",
    "ends what was decided or handed in before": """
        process_upload, render_preview, render_imported, read_court_form, fill_court_form, apply_held_review,
        complete_intake, seal_letter, revoke_link_of_former_client, void_letters_of_former_client,
        void_letters_sent_since, send_portal_code,
        make_report, erase, mail_certificate, sweep_erasure, make_export, check_conflicts_again, check_client_again,
        open_imported_matters, run_bulk_action,
        index_names, recall_postponed_tasks, recall_postponed_deliveries""",
    "tells the firm's own people": """
        alert_firm, report_moved_alerts, announce_single_erasure, send_firm_message, send_password_reset,
        send_account_notice, notify_upload_received,
        notify_intake_completed, notify_link_expired, notify_message_received, notify_document_noted,
        notify_reminders_ended, notify_message_failed, notify_message_refused, notify_file_quarantined,
        notify_storage_limit_reached, notify_lead_received, notify_deadlines_approaching, remind_of_holds,
        remind_of_privacy_requests, notify_unused_keys, warn_of_usage""",
    "ends what the firm pays": "end_subscription, remove_customers",
    "changes the name of a time zone, not the time": "rename_replaced_zones",
    "notes that a time is over": "expire_links, follow_letters, end_due_closings",
    "removes copies and what was never handed in, at any time": """
        remove_files, remove_unconfirmed_form, remove_unsent_pdfs, remove_report_files, remove_export_files,
        purge_idempotency_records,
        purge_unconfirmed_uploads, purge_old_deliveries, purge_old_notifications, purge_old_reports, purge_old_exports,
        purge_old_matter_imports, purge_old_bulk_runs,
        purge_expired_sessions, purge_old_inbound_events, purge_unclaimed_secrets, purge_expired_states,
        purge_expired_tokens, purge_old_audit_entries, purge_finished_tasks, purge_portal_codes,
        purge_old_billing_events, purge_merged_clients""",
}
"""Every task and every line of the schedule, by its behaviour for a firm that is being closed."""


def names_in(table):
    return {name.strip() for names in table.values() for name in names.split(",")}


def test_every_route_that_is_not_refused_is_classified():
    found = {call for call, contract in contracts()[0].items() if not call.startswith("GET ") and not (
        (contract.scope or contract.any_key or contract.permission)
        and not contract.allowed_unpaid and not contract.only_reads)}
    assert found == {f"POST {path}" for path in names_in(REFUSED)} | names_in(GOES_ON), (
        "decide what it does for a firm that is being closed")


def test_every_task_and_every_line_of_the_schedule_is_classified():
    assert names_in(OF_THE_WORKER) == {*TASKS, *SCHEDULE}, "decide what it does for a firm that is being closed"


def test_nothing_comes_in_or_goes_out_until_the_closing_is_taken_back(firm, caller, browser, mailbox):
    firm.change(settings={"lead_forms": {"enabled": True, "practice_areas": ["family_law"], "allowed_origins": [],
                                         "notify": []}})
    matter = a_matter(firm, client_id=a_client(firm, email=address("ana", firm)).id)
    link, invitation = an_intake_link(firm, matter), invite(caller, address("new", firm), "attorney")
    template = library.create_template(caller, "Our letter", {"en": "Dear {{client.name}}"})
    letter = create(firm, matter.id, template_id=template.id, title="Letter", signers=[
        {"name": "Ana", "email": address("ana", firm)}])
    send(firm, matter.id, letter.id)
    [signer] = LetterSigner.of_letter(letter)
    lead = a_lead(firm, email=address("lead", firm))
    with db.atomic():
        message = write_to_lead(lead, "Your question", "We will call.")
    Integration.ensure(firm, "clio")
    clio = Integration.for_platform(firm, "clio")
    event = InboundEvent.record(firm_id=firm.id, integration_id=clio.id, platform="clio", event_type="updated",
                                resource_type="contact", payload={}, identity=new_id("any"))
    secrets = {"link": link.token, "signer": signing_path(signer).split("/")[2], "slug": firm.slug,
               "invitation": vault.open(invitation.sealed_token)}
    token = browser.form("/login").fields["csrf"]
    close(caller, firm.name)

    before = digests(firm)
    for kind, paths in REFUSED.items():
        for path in map(str.strip, paths.split(",")):
            last = letter.id if kind == "signer" else "1"
            answer = browser.post(path.replace(":id", secrets[kind], 1).replace(":id", last), {"csrf": token})
            assert answer.status_code in ((202,) if path.endswith("/renewal") else (404, 410, 423)), path
    assert "is closing its account" in browser.get(f"/invitations/{secrets['invitation']}").text
    assert digests(firm) == before

    for task, arguments in (("send_invitation", [invitation.id]), ("invite_signer", [firm.id, signer.id]),
                            ("send_lead_message", [message.id]), ("apply_inbound_event", [event.id])):
        TASKS[task].function(*arguments)
    assert mailbox.mails(invitation.email) == mailbox.mails(address("lead", firm)) == []
    assert LeadMessage.fetch(firm, message.id).status == "failed"
    assert LetterSigner.fetch(firm, signer.id).mailed_at is None
    assert InboundEvent.for_job(event.id).processed_at is None
    later = Task.of(firm).where(Task.done_at.is_null(), Task.due_at > now())
    assert {"invite_signer", "apply_inbound_event"} <= {task.name for task in later}

    withdraw(caller)
    form = f"/invitations/{secrets['invitation']}"
    assert browser.submit(form, first_name="Maya", last_name="Lind", password="correct horse battery 9",
                          repeated="correct horse battery 9").status_code == 303
    assert User.of(firm).where(User.email == invitation.email).exists()
    assert Invitation.fetch(firm, invitation.id).status == "accepted"
    TASKS["invite_signer"].function(firm.id, signer.id)
    assert LetterSigner.fetch(firm, signer.id).mailed_at
    assert Letter.fetch(firm, letter.id).status == "sent"
    assert Firm.fetch(firm.id).leaving_since is None


def address(name, firm):
    return f"{name}.{firm.id[-10:].lower()}@example.com"
