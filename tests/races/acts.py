"""What happens at the same moment, by name: each takes a `Caller`."""

from intake.accounts.firms.actions import suspend
from intake.cases.held_reviews.jobs import apply_held_review
from intake.cases.uploads.jobs import process
from intake.engine.events.relay import relay
from intake.engine.tasks.actions import perform_next
from intake.listeners import TASKS
from intake.portal.links.jobs import complete_intake, renew_link
from tests.builders import PDF

FILE = {"filename": "p.pdf", "content_type": "application/pdf", "file_size_bytes": len(PDF)}


def _accept(c):
    return c.page(f"/invitations/{c.world.invitation_token}", first_name="Maya", last_name="Okafor",
                  password="correct horse battery", repeated="correct horse battery")


def _work(c):
    while relay():
        pass
    for _ in range(40):
        if not perform_next("worker", TASKS):
            break


ACTS = {
    # uploads
    "confirm": lambda c: c.api.post(f"/uploads/{c.world.issued.id}/confirm"),
    "portal confirm": lambda c: c.portal_script(f"/uploads/{c.world.issued.id}/confirm"),
    "portal withdraw issued": lambda c: c.portal(f"/uploads/{c.world.issued.id}/remove"),
    "confirm second": lambda c: c.api.post(f"/uploads/{c.world.second.id}/confirm"),
    "portal withdraw": lambda c: c.portal(f"/uploads/{c.world.confirmed.id}/remove"),
    "approve": lambda c: c.api.patch(f"/uploads/{c.world.confirmed.id}/status", {"status": "approved"}),
    "reject": lambda c: c.api.patch(f"/uploads/{c.world.confirmed.id}/status",
        {"status": "rejected", "reviewer_notes": "no"}),
    "hold approve": lambda c: c.console(f"/review/{c.world.confirmed.id}/approve"),
    "hold reject": lambda c: c.console(f"/review/{c.world.confirmed.id}/reject", notes="no"),
    "undo": lambda c: c.console(f"/review/{c.world.confirmed.id}/undo"),
    "apply held": lambda c: apply_held_review(c.world.confirmed.id),
    "approve all": lambda c: c.console(
        f"/review/matters/{c.world.matter.id}/approve", count="5", until="2099-01-01T00:00:00Z"),
    "reopen rejected": lambda c: c.api.post(f"/uploads/{c.world.rejected.id}/reopen"),
    "reopen approved": lambda c: c.api.post(f"/uploads/{c.world.approved.id}/reopen"),
    "signed-url": lambda c: c.api.post("/uploads/signed-url", FILE | {"document_id": c.world.confirmed.document_id}),
    "process": lambda c: process(c.world.confirmed.id),
    # documents
    "waive": lambda c: c.api.post(f"/documents/{c.world.confirmed.document_id}/waive", {"reason": "x"}),
    "waive issued": lambda c: c.api.post(f"/documents/{c.world.issued.document_id}/waive", {"reason": "x"}),
    "delete issued": lambda c: c.api.delete(f"/documents/{c.world.issued.document_id}"),
    "delete pending": lambda c: c.api.delete(f"/documents/{c.world.pending.id}"),
    "patch document": lambda c: c.api.patch(f"/documents/{c.world.confirmed.document_id}", {"name": "other"}),
    "patch issued": lambda c: c.api.patch(f"/documents/{c.world.issued.document_id}", {"required": False}),
    "ask again": lambda c: c.api.post(f"/documents/{c.world.approved.document_id}/ask-again"),
    "note": lambda c: c.portal(f"/documents/{c.world.pending.id}/note", note="lost it"),
    "waive pending": lambda c: c.api.post(f"/documents/{c.world.pending.id}/waive", {"reason": "x"}),
    "move": lambda c: c.console(f"/matters/{c.world.matter.id}/documents/{c.world.pending.id}/move", position="1"),
    "request": lambda c: c.api.post(f"/matters/{c.world.matter.id}/documents/request", {"name": "New"}),
    "checklist": lambda c: c.api.post(f"/matters/{c.world.matter.id}/checklist", {"template_id": c.world.template.id}),
    # matters
    "archive": lambda c: c.api.post(f"/matters/{c.world.matter.id}/archive"),
    "patch archived": lambda c: c.api.patch(f"/matters/{c.world.matter.id}", {"status": "archived"}),
    "close": lambda c: c.console(f"/matters/{c.world.matter.id}/status", status="closed", confirmed="1"),
    "rename": lambda c: c.api.patch(f"/matters/{c.world.matter.id}", {"title": "Smith"}),
    "rename 3": lambda c: c.api.patch(f"/matters/{c.world.clientless_matter.id}", {"title": "smith"}),
    "create smith": lambda c: c.api.post("/matters",
        {"title": "SMITH", "practice_area": "other", "client_id": c.world.ana.id}),
    "create with template": lambda c: c.api.post("/matters",
        {"title": "Templ", "practice_area": "other", "client_id": c.world.anna.id,
        "intake_template_id": c.world.template.id}),
    "give to anna": lambda c: c.api.patch(f"/matters/{c.world.matter.id}", {"client_id": c.world.anna.id}),
    "take from ana": lambda c: c.api.patch(f"/matters/{c.world.matter.id}", {"client_id": None}),
    "m2 to ana": lambda c: c.api.patch(f"/matters/{c.world.annas_matter.id}", {"client_id": c.world.ana.id}),
    "apply by patch": lambda c: c.api.patch(f"/matters/{c.world.clientless_matter.id}",
        {"intake_template_id": c.world.template.id}),
    "assign": lambda c: c.api.patch(f"/matters/{c.world.matter.id}", {"assigned_attorney": c.world.admin.id}),
    "bulk archive": lambda c: c.api.post("/matters/bulk",
        {"ids": [c.world.matter.id, c.world.annas_matter.id], "action": "archive"}),
    "bulk assign": lambda c: c.api.post("/matters/bulk",
        {"ids": [c.world.annas_matter.id, c.world.matter.id], "action": "assign",
         "assigned_attorney": c.world.lawyer.id}),
    "bulk remind": lambda c: c.api.post("/matters/bulk",
        {"ids": [c.world.annas_matter.id, c.world.matter.id], "action": "remind"}),
    # clients
    "merge": lambda c: c.api.post(f"/clients/{c.world.anna.id}/merge", {"into": c.world.ana.id}),
    "merge back": lambda c: c.api.post(f"/clients/{c.world.ana.id}/merge", {"into": c.world.anna.id}),
    "merge ana to bob": lambda c: c.api.post(f"/clients/{c.world.ana.id}/merge", {"into": c.world.bob.id}),
    "patch ana": lambda c: c.api.patch(f"/clients/{c.world.ana.id}", {"email": "bob@example.org", "notes": "x"}),
    "patch bob": lambda c: c.api.patch(f"/clients/{c.world.bob.id}", {"email": "bob@example.org"}),
    "create client": lambda c: c.api.post("/clients",
        {"first_name": "B", "last_name": "L", "email": "BOB@example.org"}),
    # links
    "link": lambda c: c.api.post(f"/matters/{c.world.matter.id}/intake-link", {"channels": ["email"]}),
    "extend": lambda c: c.api.patch(f"/matters/{c.world.matter.id}/intake-link", {"expires_in_days": 120}),
    "revoke link": lambda c: c.api.delete(f"/matters/{c.world.matter.id}/intake-link"),
    "renew": lambda c: renew_link(c.world.link.id),
    "submit": lambda c: c.portal("/form/review"),
    "complete": lambda c: complete_intake(c.world.matter.id),
    # deadlines, notes, messages
    "deadline done": lambda c: c.api.patch(f"/matters/{c.world.matter.id}/deadlines/{c.world.deadline.id}",
        {"completed": True}),
    "deadline moved": lambda c: c.console(
        f"/deadlines/{c.world.later.id}", title="A", due_date="2027-01-05", type="other"),
    "deadline gone": lambda c: c.api.delete(f"/matters/{c.world.matter.id}/deadlines/{c.world.deadline.id}"),
    "deadline new": lambda c: c.api.post(f"/matters/{c.world.matter.id}/deadlines",
        {"title": "A", "due_date": "2027-01-02"}),
    "note change": lambda c: c.api.patch(f"/matters/{c.world.matter.id}/notes/{c.world.note.id}", {"text": "b"}),
    "note delete": lambda c: c.api.delete(f"/matters/{c.world.matter.id}/notes/{c.world.note.id}"),
    "write": lambda c: c.api.post(f"/matters/{c.world.matter.id}/communications",
        {"channel": "email", "message": "Hi"}),
    "cancel": lambda c: c.api.delete(f"/matters/{c.world.matter.id}/communications/{c.world.scheduled.id}"),
    # letters
    "letter change": lambda c: c.api.patch(f"/matters/{c.world.matter.id}/letters/{c.world.letter.id}",
        {"text": "The fee is $1."}),
    "letter send": lambda c: c.api.post(f"/matters/{c.world.matter.id}/letters/{c.world.letter.id}/send"),
    "letter void": lambda c: c.api.post(f"/matters/{c.world.matter.id}/letters/{c.world.letter.id}/void",
        {"reason": "x"}),
    # templates
    "template change": lambda c: c.api.patch(f"/matter-templates/{c.world.template.id}",
        {"documents": [{"name": "Lease", "required": True}]}),
    "template rename": lambda c: c.api.patch(f"/matter-templates/{c.world.template.id}", {"name": "N"}),
    "template delete": lambda c: c.api.delete(f"/matter-templates/{c.world.template.id}"),
    # people
    "demote other": lambda c: c.api.patch(f"/firms/users/{c.world.other_admin.id}", {"role": "attorney"}),
    "demote admin": lambda c: c.api.patch(f"/firms/users/{c.world.admin.id}", {"role": "attorney"}),
    "suspend admin2": lambda c: c.console(f"/settings/people/{c.world.other_admin.id}/suspend"),
    "suspend admin": lambda c: c.console(f"/settings/people/{c.world.admin.id}/suspend"),
    "suspend lawyer": lambda c: c.api.patch(f"/firms/users/{c.world.lawyer.id}", {"status": "suspended"}),
    "hand over": lambda c: c.api.post(f"/firms/users/{c.world.lawyer.id}/hand-over", {"to": c.world.admin.id}),
    "invite": lambda c: c.api.post("/firms/users", {"email": "New@example.com", "role": "attorney"}),
    "invite other": lambda c: c.api.post("/firms/users", {"email": "other@example.com", "role": "attorney"}),
    "resend": lambda c: c.api.post(f"/firms/invitations/{c.world.invitation.id}/resend"),
    "withdraw invitation": lambda c: c.api.delete(f"/firms/invitations/{c.world.invitation.id}"),
    "accept": _accept,
    # webhooks
    "hook off": lambda c: c.api.patch(f"/webhooks/{c.world.webhook.id}", {"active": False}),
    "hook delete": lambda c: c.api.delete(f"/webhooks/{c.world.webhook.id}"),
    "hook rotate": lambda c: c.api.post(f"/webhooks/{c.world.webhook.id}/rotate-secret"),
    # leads
    "lead convert": lambda c: c.api.post(f"/leads/{c.world.lead.id}/convert", {"title": "Lead case", "channels": []}),
    "lead decline": lambda c: c.api.patch(f"/leads/{c.world.lead.id}", {"status": "declined", "declined_reason": "x"}),
    "lead clear": lambda c: c.api.patch(f"/leads/{c.world.lead.id}", {"status": "cleared"}),
    # records
    "erase": lambda c: c.api.post(f"/erasures/{c.world.erasure.id}/confirm"),
    "erase ana": lambda c: c.api.post(f"/erasures/{c.world.erasure_of_ana.id}/confirm"),
    "withdraw erasure": lambda c: c.api.delete(f"/erasures/{c.world.erasure.id}"),
    "hold": lambda c: c.api.post("/legal-holds", {"matter_id": c.world.matter.id, "reason": "court"}),
    "export": lambda c: c.api.post("/exports", {}),
    "export ana": lambda c: c.api.post("/exports", {"client_id": c.world.ana.id}),
    "close firm": lambda c: c.api.post("/firms/closing", {"name": c.world.firm.name}),
    "suspend firm": lambda c: suspend(c.world.firm.id),
    "settings": lambda c: c.api.patch("/firms/settings", {"settings": {"email_notifications": False}}),
    "settings 2": lambda c: c.api.patch("/firms/settings", {"settings": {"sms_notifications": True}}),
    "onboarding 1": lambda c: c.api.post("/firms/onboarding", {"step": 1}),
    "onboarding 2": lambda c: c.api.post("/firms/onboarding", {"step": 2, "data": {"practice_areas": ["business"]}}),
    "idempotent": lambda c: c.api.post(
        "/matters", {"title": "Once", "practice_area": "other"}, headers={"Idempotency-Key": "k"}),
    "worker": _work,
}
