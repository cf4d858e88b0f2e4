"""The English texts of pages and certificates about erased and remaining data."""

KIND_NAMES = {"client": "Client", "matter": "Matter", "document": "Document", "lead": "Lead", "firm": "Firm"}

STATUS_NAMES = {"proposed": "Waiting to be confirmed", "running": "Being erased", "failed": "Not complete",
                "done": "Erased"}

TABLE_NAMES = {
    "clients": "Clients", "client_merges": "Merges of clients", "matters": "Matters",
    "former_clients": "Earlier clients of matters", "legal_holds": "Legal holds that were lifted",
    "document_requests": "Requested documents", "uploads": "Files", "previews": "Previews of files",
    "page_texts": "Texts of pages", "held_reviews": "Decisions about files", "deadlines": "Deadlines",
    "matter_notes": "Notes",
    "intake_forms": "Intake forms and answers", "answer_changes": "Changes of answers",
    "answer_views": "Marks that answers were read", "court_form_fills": "Filled court forms",
    "intake_links": "Intake links", "portal_codes": "Codes for clients", "portal_devices": "Clients’ browsers",
    "reminders": "Reminders", "rejection_notices": "Notices of rejected files", "communications": "Messages",
    "message_reads": "Marks that messages were read", "integration_links": "Links to platforms",
    "sync_logs": "Log of the sync", "notifications": "Notifications", "firm_messages": "E-mails to your people",
    "events": "Events and their deliveries", "tasks": "Background tasks",
    "idempotency_records": "Kept answers of the API", "saved_views": "Saved views",
    "report_schedules": "Scheduled reports", "reports": "Reports",
    "matter_imports": "Rows of imported files", "bulk_runs": "Actions on many matters",
    "inbound_events": "Events from platforms",
    "retention_steps": "Steps of retention", "matter_parties": "Parties", "leads": "Leads",
    "lead_parties": "Parties of leads", "lead_messages": "Messages to leads", "lead_links": "Leads at platforms",
    "letters": "Letters", "letter_signers": "Signers of letters", "letter_events": "Events of letters",
    "exports": "Exports", "sandbox_messages": "Messages of the sandbox",
    "conflict_names": "Names in the index of conflicts",
    "conflict_checks": "Conflict checks, names removed",
    "conflict_decisions": "Decisions about conflicts, notes removed",
    "sms_opt_outs": "Blocked telephone numbers", "audit_log": "Entries of the audit log, emptied",
}
"""The names of each table's rows; those of a new table are called by its name until it has a line here."""

PLATFORM_NAMES = {"clio": "Clio", "lawmatics": "Lawmatics"}

PRINCIPAL = (
    "clients", "matters", "leads", "matter_parties", "document_requests", "uploads", "intake_forms", "court_form_fills",
    "communications", "deadlines", "matter_notes", "letters")
"""The tables that people know by these names, which a preview lists one by one."""

GOES = {
    "client": "The client is erased with all matters: documents and files, answers, messages, deadlines, notes and "
              "letters.",
    "matter": "The matter is erased with everything in it: documents and files, answers, messages, deadlines, notes "
              "and letters.",
    "document": "The document is erased with every file that was handed in for it.",
    "firm": "The firm is erased with everything that it has in Intake.",
    "lead": "The lead is erased with all people named in it, and the messages from and to them.",
}
"""A sentence about what is erased with a record of the kind."""

STAYS_NAMES = {
    "audit_entries": "The audit log, without contents", "client": "The client", "matter": "The matter",
    "other_matters": "Messages in matters that have another client now",
    "leads": "Leads with the same address or number",
    "platform_records": "Copies at connected platforms", "receivers": "What other programs have received",
    "backups": "Backups, for a while", "other_backups": "Backups that others make",
}

STAYS = {
    "audit_entries": "The audit log still says who did what and when, because a gap would look as if something had "
                     "been hidden. Details about the record are removed.",
    "client": "Only the matter is erased. The client stays, with name, address and other matters.",
    "matter": "Only the document is erased. The matter stays, with its other documents.",
    "other_matters": "If a matter of theirs has another client now, only their answers and links are erased. Its "
                     "messages, letters and files stay, including messages to them.",
    "leads": "It may be the same person who wrote another time, or somebody of the family. Look for them among the "
             "leads, and erase each on its page.",
    "platform_records": "Intake cannot erase what is at Clio or Lawmatics. It is listed here afterwards: erase it "
                        "there.",
    "receivers": "Programs that receive your webhooks are told that the record was erased. Whether they erase it too "
                 "is up to them.",
    "backups": "A backup cannot be changed. Erased records are gone when the last backup with them expires.",
    "other_backups": "Intake makes no backups here. If other programs do, erased records are in them until they "
                     "expire.",
}
"""Why an erasure keeps some records."""
