"""Entries of the audit log in words."""

from intake.accounts.audit.states import API_KEY, APPLICATION, CLIENT, OPERATOR, PERSON, SYSTEM

SENTENCES = {
    "matter.created": "opened the matter",
    "matter.updated": "changed the matter: {fields}",
    "matter.destruction_planned": "planned that the matter is destroyed",
    "matter.archived": "archived the matter",
    "matter.reminder_requested": "asked for a reminder to the client",
    "matter.archive_downloaded": "downloaded the files of the matter",
    "matter.template_applied": "requested the documents of a template",
    "document.created": "requested “{subject}”",
    "document.updated": "changed the request “{subject}”",
    "document.waived": "waived “{subject}”",
    "document.asked_again": "asked again for “{subject}”",
    "document.noted": "wrote about “{subject}”",
    "document.deleted": "deleted a document request",
    "upload.issued": "began to hand in “{subject}”",
    "upload.confirmed": "handed in “{subject}”",
    "upload.approved": "approved “{subject}”",
    "upload.rejected": "rejected “{subject}”",
    "upload.reopened": "undid the rejection of “{subject}”",
    "upload.quarantined": "found a virus in “{subject}”",
    "upload.withdrawn": "took “{subject}” back",
    "upload.rotated": "turned the pages of “{subject}”",
    "upload.viewed": "looked at “{subject}”",
    "upload.downloaded": "downloaded “{subject}”",
    "intake_link.created": "made an intake link",
    "intake_link.updated": "extended the intake link",
    "intake_link.sent": "sent the intake link",
    "intake_link.opened": "opened the intake link",
    "intake_link.shown": "looked at the first page of the intake link",
    "intake_link.asked_for": "asked for a new intake link",
    "intake_link.code_asked_for": "asked for a code",
    "intake_link.code_entered": "entered the code",
    "intake_link.code_refused": "entered a wrong code",
    "intake_link.revoked": "revoked the intake link",
    "intake_link.reopened": "opened the intake link again for what was rejected",
    "intake_link.completed": "completed the intake",
    "intake_link.expired": "noticed that the intake link expired",
    "intake_form.submitted": "sent the answers",
    "intake_form.corrected": "corrected answers",
    "intake_form.extended": "asked the client further questions",
    "intake_form.viewed": "read the answers",
    "intake_form.downloaded": "downloaded the answers",
    "communication.created": "wrote to the client",
    "communication.cancelled": "cancelled a message to the client",
    "communication.received": "wrote to the firm",
    "fill.started": "began to fill in a court form",
    "fill.finished": "filled in a court form",
    "fill.not_finished": "could not fill in a court form",
    "fill.removed": "removed a filled court form",
    "fill.asked": "asked the client for missing values of a court form",
    "letter.created": "made a letter",
    "letter.updated": "changed a letter: {fields}",
    "letter.sent": "sent a letter",
    "letter.opened": "opened a letter to sign",
    "letter.consented": "agreed to sign a letter electronically",
    "letter.read": "read a letter to its end",
    "letter.signed": "signed a letter",
    "letter.countersigned": "signed a letter for the firm",
    "letter.sealed": "sealed a signed letter",
    "letter.declined": "declined to sign a letter",
    "letter.voided": "withdrew a letter",
    "letter.expired": "ended a letter that had expired",
    "letter.verified": "checked a letter",
    "letter.downloaded": "downloaded a letter",
    "deadline.created": "set the deadline “{subject}”",
    "deadline.updated": "changed the deadline “{subject}”",
    "deadline.deleted": "deleted a deadline",
    "note.created": "wrote a note",
    "note.updated": "changed a note",
    "note.deleted": "deleted a note",
    "party.created": "added the party “{subject}”",
    "party.updated": "changed the party “{subject}”",
    "party.deleted": "removed a party",
    "conflict_check.created": "ran a conflict check",
    "conflict_check.read": "read a conflict check",
    "conflict_check.downloaded": "downloaded a conflict check",
    "conflict_check.decided": "decided about a conflict check",
    "sync.started": "started a sync",
}
"""The sentence for each action."""

READS = (".viewed", ".downloaded", "_downloaded", ".opened", ".shown", ".read", ".code_refused")
"""The ends of the names of actions that change nothing and are often repeated."""

KINDS = {"matter": ("Matter", ["matter"]), "documents": ("Documents", ["document", "upload"]),
         "link": ("Intake link", ["intake_link"]), "answers": ("Answers", ["intake_form"]),
         "messages": ("Messages", ["communication"]), "deadlines": ("Deadlines", ["deadline"]),
         "notes": ("Notes", ["note"]),
         "parties": ("Parties and conflict checks", ["party", "conflict_check"]), "letters": ("Letters", ["letter"]),
         "court-forms": ("Court forms", ["fill"]), "sync": ("Sync", ["sync"])}
"""The kinds of activity, each with its name and the types of its records."""

SIDES = {"client": ("The client", [CLIENT]), "firm": ("The firm", [PERSON, API_KEY, APPLICATION]),
         "intake": ("Intake", [SYSTEM, OPERATOR])}
"""Groups of actors to filter by, besides single people, each with its actor types."""

OTHER = "did something else ({action})"
GONE = "deleted meanwhile"
"""Shown instead of the name of a record that no longer exists."""

ACTORS = {PERSON: "A colleague", API_KEY: "The program {name}", APPLICATION: "The application {name}",
          CLIENT: "The client", OPERATOR: "The operator of Intake", SYSTEM: "Intake"}
"""By type, the actor in words; a person's name is used instead if the reader may see it."""

FIELDS = {"title": "title", "status": "status", "client_id": "client", "practice_area": "practice area",
          "assigned_attorney": "in charge", "description": "description", "tags": "tags",
          "custom_fields": "own fields", "intake_template_id": "template", "client_label": "name for the client",
          "reminders_paused": "reminders", "text": "text", "signers": "signers", "field_values": "filled in fields",
          "expires_in_days": "time to sign", "archived_at": "", "closed_at": ""}


def actor_of(entry, translate):
    """Return the entry's actor in words."""
    type, name = entry["actor_type"], entry["actor_name"]
    return name if type == PERSON and name else " ".join(translate(ACTORS[type], name=name or "").split())


def sentence_of(entry, translate):
    """Return the act in words, to follow the actor's name."""
    fields = [translate(FIELDS.get(field, field)) for field in entry["details"].get("fields", ())]
    return translate(SENTENCES.get(entry["action"], OTHER), subject=entry["subject"] or translate(GONE),
                     fields=", ".join(filter(None, fields)), action=entry["action"])
