"""The records of the demo firm: `python -m local.demo_records FIRM_ID`, with the second person's password on stdin.

A dozen matters in all states, with clients, files to review, messages, notes and deadlines; earlier stages are in
`demo_engagement.py`, later ones in `demo_keeping.py`. The worker does the rest when it starts: it inspects the files,
renders their pages, fills the feed, seals the letter, makes the exports and performs the erasures.
"""

import sys

import requests
from ulid import ULID

from app import create_app
from intake.accounts.access.caller import Caller
from intake.accounts.audit.models import AuditEntry
from intake.accounts.audit.recording import acting_as
from intake.accounts.audit.states import CLIENT, PERSON
from intake.accounts.firms.models import Firm
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.actions import add
from intake.accounts.users.models import User
from intake.cases.clients.actions import create_client
from intake.cases.deadlines.actions import set_deadline
from intake.cases.documents.models import DocumentRequest
from intake.cases.intake_forms.actions import ensure_form, save
from intake.cases.matters.actions import archive, update
from intake.cases.matters.models import Matter
from intake.cases.notes.actions import write as write_note
from intake.cases.review_reasons.models import ReviewReason
from intake.cases.templates.actions import create_matter_with_template
from intake.cases.templates.library import built_ins
from intake.cases.uploads import actions as uploads
from intake.core.db import db
from intake.messaging.communications.models import Communication
from intake.messaging.notifications.actions import record_notification
from intake.messaging.notifications.models import Notification
from intake.messaging.notifications.states import DOCUMENT_UPLOADED
from intake.portal.links.actions import create as create_link
from intake.portal.links.models import OPENED

from .demo import SECOND
from .demo_clock import day_in, days_ago
from .demo_engagement import engage, first_contact
from .demo_files import letter, photo
from .demo_keeping import hand_over, keep

CLIENTS = {
    "silva": ("Ana", "Silva", "ana.silva@example.com", "+15185550142", "en"),
    "duplicate": ("Ana", "Sílva", None, "+15185550143", "en"),
    "okafor": ("Chidi", "Okafor", "chidi.okafor@example.com", "+15185550151", "en"),
    "delgado": ("Rosa", "Delgado", "rosa.delgado@example.com", "+15185550162", "es"),
    "nguyen": ("Linh", "Nguyen", "linh.nguyen@example.com", "+15185550173", "en"),
    "weber": ("Jonas", "Weber", "jonas.weber@example.com", None, "en"),
    "haddad": ("Leila", "Haddad", "leila.haddad@example.com", "+15185550184", "en"),
    "brooks": ("Marcus", "Brooks", "marcus.brooks@example.com", "+15185550195", "en"),
    "romero": ("Tomás", "Romero", "tomas.romero@example.com", "+15185550117", "es"),
    "kaplan": ("Ruth", "Kaplan", "ruth.kaplan@example.com", "+15185550128", "en"),
}
"""First and last name, e-mail address, telephone number and language."""

MATTERS = (
    ("Silva divorce", "silva", "divorce_standard", 9, "rwwa.a"),
    ("Okafor, car accident on Route 9", "okafor", "personal_injury_auto", 16, "aawra"),
    ("Delgado asylum", "delgado", "immigration_asylum", 21, "aaraw"),
    ("Nguyen custody", "nguyen", "custody_only", 5, "w"),
    ("Weber will", "weber", "estate_planning_will", 3, ""),
    ("Haddad, estate of Karim Haddad", "haddad", "estate_planning_probate", 30, "aaaaaa"),
    ("Brooks custody", "brooks", "custody_only", 12, "a.w"),
    ("Romero asylum", "romero", "immigration_asylum", 2, "w"),
    ("Kaplan will", "kaplan", "estate_planning_will", 44, "aaaaaaa"),
    ("Silva, sale of the house", "duplicate", None, 1, ""),
    ("Okafor v. Metro Transit", "okafor", "personal_injury_auto", 95, "aaaa"),
    ("Brooks divorce", "brooks", "divorce_standard", 140, "aaa"),
)
"""Title, client, template, age in days, and the states of the first documents: approved, waiting, rejected."""

PDF, JPEG = "application/pdf", "image/jpeg"

CLOSED, ARCHIVED = ("Kaplan will", "Okafor v. Metro Transit"), ("Brooks divorce",)

TALKS = {
    "Silva divorce": (
        ("outbound", "email", 9, "Your documents", "Dear Ana, thank you for calling. The link leads to what we need."),
        ("outbound", "sms", 4, None, "A friendly reminder: two documents are still missing. You can send photos."),
        ("inbound", "sms", 4, None, "Sorry for the delay! I will send the tax returns tonight."),
        ("outbound", "sms", 1, None, "The marriage certificate was cut off at the top. Could you send it again?"),
        ("inbound", "sms", 0, None, "Done. Is it better now?")),
    "Delgado asylum": (
        ("outbound", "email", 20, "Sus documentos", "Estimada Rosa: el enlace lleva a lo que necesitamos."),
        ("inbound", "sms", 2, None, "¿Sirve una foto del pasaporte aunque esté vencido?")),
    "Nguyen custody": (
        ("outbound", "email", 5, "Your documents", "Dear Linh, please send what you have; the rest can wait."),),
    "Weber will": (("outbound", "email", 3, "Your will", "Dear Jonas, here is the form we talked about."),),
}
"""Direction, channel, age in days, subject and text."""

NOTES = (
    ("Silva divorce", "call", 4, "Called her: she sends the bank statements on Friday."),
    ("Silva divorce", "note", 1, "Her sister answers the phone in the mornings.\nShe knows nothing of the divorce."),
    ("Delgado asylum", "meeting", 9, "Went through the timeline with an interpreter. Two dates are still missing."),
)
"""Matter, kind, age in days, and text."""

DEADLINES = (
    ("Silva divorce", "Statement of net worth", 6, "filing"),
    ("Silva divorce", "Preliminary conference", 19, "hearing"),
    ("Okafor, car accident on Route 9", "Notice of claim", 1, "statute"),
    ("Delgado asylum", "One-year filing deadline", 33, "statute"),
    ("Nguyen custody", "First appearance", 7, "hearing"),
    ("Brooks custody", "Answer to the petition", -2, "filing"),
)
"""Matter, title, days from now, and type."""

_LINES = ("This is a page of the demo firm. It stands for what a client hands in.\n\nName: {client}\nMatter: {matter}\n"
          "\nEverything on it is made up. No name is that of a person, and the addresses end in "
          "example.com, which belongs to no one.",
          "A second page.\n\nSigned on the day on which it was handed in.\n\n{client}")


class Demo:
    """The demo firm while its records are created."""

    def __init__(self, firm):
        self.firm = firm
        self.templates = {template["case_type"]: id for id, template in built_ins().items()}
        ReviewReason.add_built_in(firm)
        self.reason = ReviewReason.of(firm).order_by(ReviewReason.position).first()
        self.clients, self.matters = {}, {}

    def people(self, password):
        """Name the admin, and add a paralegal."""
        [dana] = User.of(self.firm)
        dana.change(first_name="Dana", last_name="Whitfield")
        maria = add(self.firm, SECOND, "paralegal", password)
        maria.change(first_name="Maria", last_name="Ortiz")
        self.act_for(dana)

    def act_for(self, dana):
        """Let this person perform the actions and be in charge of the matters."""
        self.dana = dana
        self.caller = Caller(self.firm, "demo", frozenset(SCOPES), dana)

    def open_matters(self):
        """Create the clients and their matters."""
        for name, (first, last, email, phone, language) in CLIENTS.items():
            self.clients[name] = create_client(self.firm, first_name=first, last_name=last, email=email, phone=phone,
                                               custom_fields={"language": language})
        for title, client, case_type, days, states in MATTERS:
            template = self.templates.get(case_type)
            area = built_ins()[template]["practice_area"] if template else "real_estate"
            matter = self.matters[title] = create_matter_with_template(
                self.firm, title=title, client_id=self.clients[client].id, practice_area=area,
                intake_template_id=template, assigned_attorney=self.dana.id if days % 2 else None)
            if template:
                link = create_link(self.firm, matter.id, channels=[])
                link.change(sent_at=days_ago(days), sent_by=["email"])
                self._answer(matter)
                if states:
                    self._open(link, days_ago(days * 0.9))
            with acting_as(PERSON, self.dana.id):
                self._hand_in(matter, states, days)

    def talk(self):
        """Add messages, notes and deadlines."""
        for title, messages in TALKS.items():
            matter = self.matters[title]
            client = matter.client
            for direction, channel, days, subject, text in messages:
                address = client.email if channel == "email" else client.phone
                Communication.create(
                    firm_id=self.firm.id, matter_id=matter.id, channel=channel, direction=direction, subject=subject,
                    message=text, status="delivered", sent_at=days_ago(days), created_at=days_ago(days),
                    **({"to": "+15185550100", "sender": address} if direction == "inbound" else {"to": address}))
        Communication.create(firm_id=self.firm.id, matter_id=self.matters["Weber will"].id, channel="email",
                             direction="outbound", to="jonas.weber@example.com", subject="Your will",
                             message="Dear Jonas, did you have time for the form?", status="failed",
                             error="mailbox full", created_at=days_ago(1))
        for title, kind, days, text in NOTES:
            note = write_note(self.caller, self.matters[title].id, kind=kind, text=text)
            note.change(created_at=days_ago(days), happened_at=note.happened_at and days_ago(days))
        for title, name, days, type in DEADLINES:
            set_deadline(self.firm, self.matters[title].id, title=name, type=type,
                         due_date=day_in(days))

    def finish(self):
        """Close and archive finished matters, and backdate everything."""
        for title in CLOSED:
            update(self.firm, self.matters[title].id, status="closed")
        for title in ARCHIVED:
            archive(self.firm, self.matters[title].id)
        for title, client, _, days, states in MATTERS:
            matter = self.matters[title]
            matter.change(created_at=days_ago(days), updated_at=days_ago(days / 3),
                          client_active_at=days_ago(days * 0.4) if states else None)
            DocumentRequest.update(created_at=days_ago(days)).where(
                DocumentRequest.firm_id == self.firm.id, DocumentRequest.matter_id == matter.id).execute()
            self.clients[client].change(created_at=days_ago(days), updated_at=days_ago(days))

    def _open(self, link, moment):
        """Record that the client opened the link."""
        AuditEntry.create(id=f"{AuditEntry.prefix}_{ULID.from_datetime(moment)}", created_at=moment,
                          firm_id=self.firm.id, action=OPENED, actor_type=CLIENT, actor_id=link.client_id,
                          record_type=link.resource, record_id=link.id, address="203.0.113.24",
                          details={"intake_link_id": link.id})

    def _answer(self, matter):
        form = ensure_form(Matter.fetch(self.firm, matter.id))
        known = {"full_name": matter.client.full_name, "phone": matter.client.phone, "email": matter.client.email}
        asked = {question["id"] for question in form.questions}
        save(form, {name: value for name, value in known.items() if value and name in asked}, {})

    def _hand_in(self, matter, states, days):
        documents = list(DocumentRequest.of(matter).where(DocumentRequest.matter_id == matter.id)
                         .order_by(DocumentRequest.id).limit(len(states)))
        for number, (document, state) in enumerate(zip(documents, states, strict=False)):
            if state == ".":
                continue
            upload = self.upload(matter, document, is_photo=number == 0 or not document.accepts(PDF))
            if state in "ar":
                uploads.review(self.firm, upload.id, {"a": "approved", "r": "rejected"}[state],
                               reason_id=self.reason.id if state == "r" else None)
            moment = days_ago(days * 0.4 + number / 7)
            upload.change(uploaded_at=moment)
            self._notify(matter, document, upload, moment, is_read=state != "w")

    def _notify(self, matter, document, upload, moment, is_read):
        """Add the notifications that the worker would add when it starts, with their own times."""
        with db.atomic():
            record_notification(self.firm.id, DOCUMENT_UPLOADED, upload.id, {
                "matter_id": matter.id, "document_id": document.id, "upload_id": upload.id},
                matter=matter, document=document)
            Notification.update(created_at=moment, read_at=moment if is_read else None, awaits_alert=False).where(
                Notification.firm_id == self.firm.id, Notification.occasion == upload.id).execute()

    def upload(self, matter, document, is_photo=False):
        """Upload a file for the document, and return the upload."""
        if is_photo and document.accepts(JPEG):
            name, type = "IMG_2041.jpg", JPEG
            body = photo("IDENTIFICATION", matter.client.full_name, "Born 05/01/1980", "Albany, New York",
                         "No. 518 204 771")
        else:
            name, type = f"{document.name.split(',')[0]}.pdf", PDF
            body = letter(document.name, *(page.format(client=matter.client.full_name, matter=matter.title)
                                           for page in _LINES))
        issued = uploads.issue_upload_url(self.firm, document.id, name, type, len(body))
        requests.put(issued.upload_url, body, headers={"Content-Type": type}, timeout=10).raise_for_status()
        return uploads.confirm(self.firm, issued.id)


def main(firm_id, password):
    app = create_app()
    with app.app_context():
        demo = Demo(Firm.fetch(firm_id))
        demo.people(password)
        demo.open_matters()
        demo.talk()
        with acting_as(PERSON, demo.dana.id):
            first_contact(demo)
            engage(demo)
        demo.finish()
        with acting_as(PERSON, demo.dana.id):
            keep(demo)
            hand_over(demo)


if __name__ == "__main__":
    main(sys.argv[1], sys.stdin.read())
