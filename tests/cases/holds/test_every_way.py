"""Every way of losing data is refused while it is on hold; a new way has to be classified here."""

import pytest

from tests.cases.holds.ways import deleting_functions
from tests.contract.sample_firm import contracts
from tests.core.answers import refusal

HELD = {
    "PATCH /clients/:id": lambda it: (f"/clients/{it.client.id}", {"notes": "Prefers evenings."}),
    "PATCH /matters/:id": lambda it: (f"/matters/{it.matter.id}", {"description": None}),
    "PATCH /documents/:id": lambda it: (f"/documents/{it.document.id}", {"name": "Another one"}),
    "PATCH /matters/:id/deadlines/:id": lambda it: (
        f"/matters/{it.matter.id}/deadlines/{it.deadline.id}", {"title": "Another one"}),
    "POST /matters/:id/intake-form/corrections": lambda it: (
        f"/matters/{it.matter.id}/intake-form/corrections",
        {"answers": {"full_name": "Anna Silva"}, "reason": "By telephone"}),
    "POST /uploads/:id/reopen": lambda it: (f"/uploads/{it.rejected.id}/reopen", None),
    "DELETE /documents/:id": lambda it: (f"/documents/{it.document.id}", None),
    "DELETE /matters/:id/deadlines/:id": lambda it: (f"/matters/{it.matter.id}/deadlines/{it.deadline.id}", None),
    "DELETE /matters/:id/communications/:id": lambda it: (
        f"/matters/{it.matter.id}/communications/{it.message.id}", None),
    "DELETE /matters/:id/court-forms/fills/:id": lambda it: (
        f"/matters/{it.matter.id}/court-forms/fills/{it.fill.id}", None),
    "PATCH /leads/:id": lambda it: (f"/leads/{it.lead.id}", {"message": "Another one"}),
    "PATCH /matters/:id/notes/:id": lambda it: (
        f"/matters/{it.matter.id}/notes/{it.note.id}", {"text": "Another one"}),
    "DELETE /matters/:id/notes/:id": lambda it: (f"/matters/{it.matter.id}/notes/{it.note.id}", None),
    "PATCH /matters/:id/parties/:id": lambda it: (
        f"/matters/{it.matter.id}/parties/{it.party.id}", {"name": "Another One"}),
    "DELETE /matters/:id/parties/:id": lambda it: (f"/matters/{it.matter.id}/parties/{it.party.id}", None),
    "POST /clients/:id/merge": lambda it: (f"/clients/{it.other.id}/merge", {"into": it.client.id}),
}
"""Calls that lose data, each with a path and a body for the `records`."""

UNDONE = "POST /clients/:id/merge/undo"

LOSES_NOTHING = {
    "what the firm is, not what it holds of clients": """
        PATCH /firms/settings, PATCH /firms/notification-preferences, PATCH /firms/users/:id, DELETE /firms/logo,
        PATCH /billing/subscription, PATCH /integrations/clio/status, PATCH /integrations/lawmatics/status,
        PATCH /webhooks/:id, DELETE /webhooks/:id, PATCH /oauth-clients/:id""",
    "access that ends": """
        DELETE /firms/api-keys/:id, DELETE /firms/invitations/:id, DELETE /firms/sessions/:id,
        DELETE /firms/users/:id/sessions, DELETE /matters/:id/intake-link, PATCH /matters/:id/intake-link,
        DELETE /oauth-clients/:id, DELETE /oauth-consents/:id""",
    "what matters were made from; they keep what they have": """
        PATCH /matter-templates/:id, DELETE /matter-templates/:id, PATCH /review-reasons/:id,
        DELETE /review-reasons/:id, PUT /court-forms/:id/mapping, DELETE /court-forms/:id""",
    "a view of records, which stay": """
        PATCH /views/:id, DELETE /views/:id, DELETE /reports/:id, DELETE /reports/schedules/:id,
        PATCH /uploads/:id/preview""",
    "a decision about a file that had none": "PATCH /uploads/:id/status",
    "a wish that was not confirmed": "DELETE /erasures/:id",
    "a letter that was not sent, and what letters are made from": """
        PATCH /matters/:id/letters/:id, PATCH /letter-templates/:id, DELETE /letter-templates/:id""",
    "a copy of the records": "DELETE /exports/:id",
    "the wish to leave": "DELETE /firms/closing",
    "the hold itself; a change of it is in the audit log": "PATCH /legal-holds/:id",
    "how long matters are kept; without a schedule for good": """
        PATCH /retention-schedules/:id, DELETE /retention-schedules/:id""",
}
"""The other routes that change or delete something, by the reason why they stay allowed."""

KEEP = {
    "cases.client_merges.actions.undo", "cases.client_merges.models.remove_made_before",
    "cases.court_forms.fills.remove", "cases.deadlines.actions.delete", "cases.documents.actions.delete",
    "cases.notes.actions.delete",
    "cases.photos.actions.join", "cases.uploads.withdrawal.withdraw", "messaging.communications.actions.cancel",
    "engagement.parties.actions.delete",
    "accounts.audit.jobs.purge_old_audit_entries", "records.erasures.work._delete_rows",
}
"""Functions that check for a hold before they delete; each is tested in this folder or with the portal."""

DELETE_NO_RECORD = {
    "how deleting works; who calls it decides": """
        core.tenancy.FirmRecord.delete_row, core.purging.purge, gateways.storage.Storage.delete,
        gateways.storage.Storage.delete_under, gateways.storage.Storage.delete_with_unfinished,
        gateways.storage_versions.StoredVersions.erase, gateways.storage_versions.StoredVersions._erase,
        gateways.storage_sweep.delete_files_of, gateways.backup_target.BucketTarget.delete,
        cases.uploads.jobs.remove_files, cases.uploads.removal.plan_removal,
        accounts.audit.models.AuditEntry.delete_chained""",
    "access, or an attempt at it": """
        accounts.oauth.actions.delete, accounts.oauth.actions.withdraw_consent,
        accounts.oauth.jobs.purge_expired_tokens, accounts.oauth.tokens.AccessToken.revoke,
        accounts.oauth.tokens.Grant.revoke, accounts.oauth.tokens.Grant.revoke_all,
        accounts.sessions.actions.end_in_firm, accounts.sessions.jobs.purge_expired_sessions,
        accounts.sessions.models.UserRecord.end, accounts.sessions.pages._sign_in, accounts.sessions.pages.sign_out,
        accounts.calendar_addresses.actions.revoke_feed, cases.clients.portal_proofs.invalidate_proofs,
        portal.codes.devices.forget, portal.codes.jobs.purge_portal_codes, portal.codes.models.PortalDevice.add,
        integrations.connections.actions.complete_authorization, integrations.connections.jobs.purge_expired_states,
        integrations.connections.models.ConnectionPart.delete_for,
        integrations.connections.models.InboundSecret.purge_unclaimed""",
    "how the service works, and copies of what stands in the records": """
        accounts.access.jobs.purge_idempotency_records, accounts.access.models.IdempotencyRecord.release,
        accounts.access.models.IdempotencyRecord.show,
        engine.tasks.jobs.purge_finished_tasks, engine.worker.heartbeat.beat,
        engine.worker.rq_worker.TaskWorker.next_job, gateways.probe.check_storage_roundtrip,
        gateways.probe.check_storage_takes_files,
        integrations.inbound.jobs.purge_old_inbound_events, integrations.webhooks.actions.delete,
        integrations.webhooks.jobs.purge_old_deliveries, messaging.notifications.jobs.purge_old_notifications,
        messaging.notifications.models.NotificationRead.settle,
        operations.billing.jobs.purge_old_billing_events, operations.backups.inventory.Inventory.drop,
        operations.backups.models.BackupRun.begin, operations.backups.pruning._prune,
        operations.backups.restoring._delete_others""",
    "the firm's own logo, forms, templates, views and reports": """
        console.matter_import.models.MatterImport.begin, console.matter_import.models.MatterImport.purge_old,
        console.matters.bulk.models.BulkRun.purge_old,
        accounts.logos.actions._delete, accounts.logos.actions.confirm, accounts.logos.actions.remove,
        cases.court_forms.actions.confirm, cases.court_forms.actions.issue_upload_url,
        cases.court_forms.actions.remove, cases.court_forms.actions.remove_unconfirmed,
        cases.court_forms.jobs.read_court_form, cases.court_forms.models.FormMapping.save_next,
        cases.templates.models.TemplateVersion.keep, console.saved_views.actions.delete, console.reports.making.make,
        console.reports.scheduling._begin, console.reports.scheduling.delete""",
    "an upload that was never handed in, or the copy of one that was": """
        cases.uploads.actions.confirm, cases.uploads.actions.issue_upload_url, cases.uploads.jobs.process,
        cases.uploads.jobs._remove_other_copies,
        cases.uploads.jobs.purge_unconfirmed_uploads, cases.uploads.models.Upload.purge_unconfirmed,
        cases.photos.actions.confirm_photos, portal.checklist.usable.require_usable""",
    "a merged client to whom not even a merge refers, or one that is made and removed in a transaction": """
        cases.client_merges.models.remove_unreferenced, cases.client_merges.actions._exchange""",
    "a decision that took no effect yet": """
        cases.held_reviews.models.HeldReview.take, cases.held_reviews.models.HeldReview.take_all""",
    "a message that was never sent, written by the service": """
        messaging.communications.models.Communication.delete_unless_claimed""",
    "the parties of a lead, for which its change asked, and signers of a letter that was not sent": """
        engagement.leads.models.LeadParty.replace_of, engagement.letters.actions.update""",
    "attempts at sealing a letter that did not become the sealed one": "engagement.letters.seal.remove_other_attempts",
    "an index of names, and copies of what stands in the records": """
        engagement.conflicts.models.ConflictName.remove, engagement.conflicts.models.ConflictName.take_queued,
        integrations.sandbox.models.SandboxMessage.delete_all, integrations.sandbox.models.SandboxMessage.keep,
        cases.client_merges.models.remove_exports_since,
        accounts.generated_files.actions.cancel_or_remove, accounts.generated_files.actions.purge_old,
        accounts.generated_files.jobs.remove_generated_file, records.exports.making._begin,
        records.exports.models.ExportPart.clear, records.imports.actions._Import._finish""",
    "the mark of a database without firms": "core.installation_kind.mark_kind",
    "how long matters are kept; without a schedule for good": "records.retention.actions.remove",
    "a wish that was not confirmed, and a job that is over": """
        records.erasures.actions.withdraw, records.erasures.models.ErasureItem.forget,
        engine.tasks.queues.TaskQueues._remove""",
    "an erasure whose rows went while it asked for a hold, see KEEP": """
        accounts.access.models.IdempotencyRecord.delete_mentioning, cases.court_forms.fills.finish,
        records.erasures.copies._delete_part,
        records.erasures.copies.delete_copies, records.erasures.mentions._delete_where,
        records.erasures.mentions.delete_mentions, records.erasures.rows.delete, records.erasures.work._delete_files,
        records.erasures.work.sweep""",
    "a whole firm, whose erasure is refused while anything is held": """
        records.erasures.whole_firm.erase_files, records.erasures.whole_firm.erase_rows,
        records.erasures.whole_firm.delete_rows, records.erasures.whole_firm.delete_tables,
        records.erasures.work._erase_firm""",
    "who paid for a firm that was erased": "operations.billing.actions.remove_customer",
    "a firm that never was there in whole, whose export has it": "records.imports.actions._delete_imported",
    "that a number wants SMS again": "messaging.communications.models.SmsOptOut.remove",
}
"""The other functions that delete something, by the reason why they lose no record of a client."""


def names_in(table):
    return [name.strip() for names in table.values() for name in names.split(",")]


def test_every_changing_route_is_classified():
    changing = {call for call, rule in contracts()[1].items()
                if call.startswith(("PATCH", "PUT", "DELETE")) and rule.rule.startswith("/api/")}
    sorted_out = [*(call for call in HELD if not call.startswith("POST")), *names_in(LOSES_NOTHING)]
    assert sorted(sorted_out) == sorted(changing), "decide whether it loses something: HELD or LOSES_NOTHING"


def test_every_deleting_function_is_classified():
    assert sorted([*KEEP, *names_in(DELETE_NO_RECORD)]) == sorted(deleting_functions()), (
        "decide whether it loses a record: let it call `require_matter_not_held` and list it in KEEP, "
        "or list it in DELETE_NO_RECORD")


@pytest.mark.parametrize("kind", ["client", "matter", "search"])
def test_every_loss_is_refused_until_the_hold_is_lifted(kind, api, records, hold):
    on = {"client": {"client_id": records.client.id}, "matter": {"matter_id": records.matter.id},
          "search": {"search": {"client_name": "silva ana", "practice_area": "family_law"}}}[kind]
    held = hold(**on)
    assert held["matters_count"] == 1
    if kind == "search":  # including a matter that is opened later
        later = api.post("/matters", {"title": "Later", "practice_area": "family_law", "client_id": records.client.id})
        document = api.post(f"/matters/{later.json['data']['id']}/documents/request", {"name": "Passport"}).json["data"]
        assert refusal(api.delete(f"/documents/{document['id']}")) == (423, "on_hold")

    for call, request in HELD.items():
        path, body = request(records)
        answer = api.call(call.split()[0], path, body)
        assert refusal(answer) == (423, "on_hold"), call
        assert answer.json["error"]["details"] == {"legal_hold_id": held["id"], "until": None}

    assert api.post(f"/legal-holds/{held['id']}/lift").json["data"]["status"] == "lifted"
    for call, request in HELD.items():
        path, body = request(records)
        assert api.call(call.split()[0], path, body).status_code < 400, call
    hold(client_id=records.client.id)
    assert refusal(api.post(f"/clients/{records.other.id}/merge/undo")) == (423, "on_hold"), UNDONE
