"""Letters, their templates and signers: the tables and their queries."""

from typing import Any

from peewee import BooleanField, IntegerField, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.cases.matters.link_tokens import new_public_part
from intake.cases.matters.models import Matter, MatterPart
from intake.cases.matters.states import ACTIVE
from intake.core.clock import now
from intake.core.ids import is_id, new_id
from intake.core.languages import ENGLISH
from intake.core.paging import selected_by
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord, RemovableRecord
from intake.core.text_search import in_name_order
from intake.engine.tasks.models import Task

from .signing_tokens import public_part_of
from .states import CAME_TO_NOTHING, CONSENTED, DRAFT, INVITED, LIFETIME_DAYS, OPEN, READ, WAITING

FORMER_CLIENT_HAS_LETTER = """EXISTS (SELECT 1 FROM letters AS letter JOIN matters AS matter
    ON matter.firm_id = letter.firm_id AND matter.id = letter.matter_id
    WHERE letter.firm_id = event.firm_id AND letter.matter_id = event.data ->> 'id'
    AND letter.status IN ('sent', 'viewed') AND letter.sent_at <= matter.client_since)"""
"""The SQL condition of a listener to a change of a matter: a letter for another client can still be signed."""


class LetterTemplate(RemovableRecord):
    """A text of the firm with fields, by language. The row of a removed template stays, because letters refer to it."""

    prefix = "ltpl"
    resource = "letter_template"
    is_of_no_matter = True

    built_in = TextField(null=True)
    name = TextField()
    text = JSONField()
    updated_at = DateTimeTZField()

    @classmethod
    def listed(cls, scope, query):
        """Return a page of the firm's templates, by name."""
        return Page.of(cls.of(scope).order_by(in_name_order(cls.name), cls.id), query)

    @classmethod
    def choices(cls, scope):
        """Return the firm's templates, by name."""
        return list(cls.of(scope).order_by(in_name_order(cls.name), cls.id))

    @classmethod
    def add_starters(cls, scope, starters):
        """Add the starter texts that the firm has never had."""
        moment = now()
        cls.insert_many([
            {"id": new_id(cls.prefix), "firm_id": scope.firm_id, "built_in": each.built_in, "name": each.name,
             "text": each.text, "created_at": moment, "updated_at": moment} for each in starters
        ]).on_conflict(conflict_target=[cls.firm_id, cls.built_in], action="IGNORE").execute()

    def in_language(self, language):
        """Return the text in the language, else in English."""
        return self.text.get(language) or self.text[ENGLISH]


class Letter(MatterPart):
    """A letter of a matter. Once it is sent, its PDF is fixed: `document_digest` is the SHA-256 of its bytes."""

    prefix = "ltr"
    resource = "letter"
    firm: Firm  # in `LetterSigner.by_token`
    signers: list[Any]  # where `with_signers` added them

    template_id = TextField(null=True)
    title = TextField()
    language = TextField(default=ENGLISH)
    text = TextField()
    field_values = JSONField(default=dict)
    status = TextField(default=DRAFT)
    expires_in_days = IntegerField(default=LIFETIME_DAYS)
    document_digest = TextField(null=True)
    document_size = IntegerField(null=True)
    pages = JSONField(default=list)
    sent_at = DateTimeTZField(null=True)
    expires_at = DateTimeTZField(null=True)
    countersigner_id = TextField(null=True)
    sealed_digest = TextField(null=True)
    sealed_size = IntegerField(null=True)
    sealed_at = DateTimeTZField(null=True)
    void_reason = TextField(null=True)
    updated_at = DateTimeTZField()

    @property
    def folder(self):
        """The folder of its files in storage."""
        return f"files/{self.firm_id}/{self.id}/"

    @property
    def document_key(self):
        """The key of the PDF that signers read: it contains the digest, so no other bytes can have this key."""
        return f"{self.folder}{self.document_digest}.pdf"

    @property
    def sealed_key(self):
        """The key of the sealed PDF."""
        return f"{self.folder}sealed/{self.sealed_digest}.pdf"

    def page_key(self, number):
        """Return the key of the image of a page."""
        return f"{self.folder}pages/{number}.webp"

    @property
    def is_open(self):
        """Whether its signers can sign now."""
        return self.status in OPEN and (self.expires_at is None or self.expires_at > now())

    @property
    def came_to_nothing(self):
        """Whether it was voided or declined, or has expired, also before the schedule records that."""
        return self.status in CAME_TO_NOTHING or (self.status in OPEN and not self.is_open)

    @property
    def document(self):
        """The PDF that signers read, as responses show it; None until it is sent."""
        return {"sha256": self.document_digest, "size_bytes": self.document_size} if self.document_digest else None

    @property
    def sealed(self):
        """The sealed PDF, as responses show it; None until there is one."""
        return self.sealed_digest and {
            "sha256": self.sealed_digest, "size_bytes": self.sealed_size, "sealed_at": self.sealed_at}

    def with_signers(self):
        """Return this letter with its `signers`, in their order."""
        self.signers = list(LetterSigner.of_letter(self))
        return self

    @classmethod
    def fetch_with_signers(cls, scope, matter_id, id):
        """As `fetch_in`, with its `signers`, in one statement: every letter has one."""
        rows = list(LetterSigner.select(LetterSigner, cls).join(
            cls, on=cls.referenced_by(LetterSigner.letter_id), attr="letter").where(
            cls.seen_by(scope), cls.matter_id == matter_id, cls.id == id).order_by(LetterSigner.place)
        ) if is_id(id) else []
        if not rows:
            return cls.fetch_in(scope, matter_id, id).with_signers()
        rows[0].letter.signers = rows
        return rows[0].letter

    @classmethod
    def fetch_locked_in(cls, scope, matter_id, id):
        """As `fetch_in`, with the row locked until the transaction ends."""
        return cls.fetch_locked(scope, cls.fetch_in(scope, matter_id, id).id)

    @classmethod
    def listed_in(cls, scope, matter_id, query):
        """Return a page of the matter's letters with their signers, the newest first. Raises `NotFound`."""
        page = cls.page_of(scope, matter_id, query, (cls.created_at.desc(), cls.id.desc()))
        page.rows = with_signers(page.rows)
        return page

    @classmethod
    def of_matter(cls, scope, matter_id):
        """Return the matter's letters with their signers, the newest first, in two statements."""
        return with_signers(cls.of(scope).where(cls.matter_id == matter_id).order_by(
            cls.created_at.desc(), cls.id.desc()))

    @classmethod
    def open_in(cls, scope, matter_id):
        """Return a query for the matter's letters that can be signed, the newest first."""
        return cls.of(scope).where(cls.matter_id == matter_id, cls.status.in_(OPEN)).order_by(
            cls.created_at.desc(), cls.id.desc())

    @classmethod
    def overdue(cls, moment, most):
        """Return (firm's id, id) of the letters of all firms that expired before they were signed, the oldest first."""
        return list(cls.select(cls.firm_id, cls.id).where(cls.status.in_(OPEN), cls.expires_at <= moment)
                    .order_by(cls.expires_at).limit(most).tuples())


class LetterSigner(FirmRecord):
    """A signer of a letter, with their own address."""

    prefix = "sgn"
    resource = "signer"
    letter: Letter  # in `by_token`
    firm: Firm

    letter_id = TextField()
    place = IntegerField()
    name = TextField()
    email = TextField()
    language = TextField()
    is_client = BooleanField(default=False)
    public_part = TextField(default=new_public_part)
    status = TextField(default=WAITING)
    invited_at = DateTimeTZField(null=True)
    mailed_at = DateTimeTZField(null=True)
    mail_error = TextField(null=True)
    reminders = IntegerField(default=0)
    consented_at = DateTimeTZField(null=True)
    consent_digest = TextField(null=True)
    read_at = DateTimeTZField(null=True)
    signed_at = DateTimeTZField(null=True)
    signature = JSONField(null=True)
    declined_reason = TextField(null=True)

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit an assignee to the signers of their matters' letters; see `FirmRecord`."""
        return selected_by(cls.letter_id, Letter.of(scope, Letter.id))

    @classmethod
    def of_letter(cls, letter):
        """Return a query for the letter's signers, in their order."""
        return cls.select().where(cls.firm_id == letter.firm_id, cls.letter_id == letter.id).order_by(cls.place)

    @classmethod
    def by_token(cls, token, letter_id):
        """Return the signer of this letter, of any firm, who has this token, with letter and firm; else None.

        Leaves out letters that are open and were sent for a former client: a job voids them.
        """
        public_part = public_part_of(token)
        if public_part is None:
            return None
        return (cls.select(cls, Letter, Firm)
                .join(Letter, on=Letter.referenced_by(cls.letter_id), attr="letter")
                .join_from(cls, Firm, on=(Firm.id == cls.firm_id), attr="firm")
                .join_from(Letter, Matter, on=Matter.referenced_by(Letter.matter_id))
                .where(cls.public_part == public_part, cls.letter_id == letter_id, Letter.status.not_in(OPEN)
                       | Matter.client_since.is_null() | (Letter.sent_at > Matter.client_since)).first())

    @classmethod
    def to_remind(cls, number, invited_after, invited_before, most):
        """Return (firm's id, id) of the signers of all firms who got the link, did not sign and had fewer reminders.

        Leaves out firms that are stopped, matters that are not active or whose reminders are paused, and signers for
        whom one is planned already, such as for the morning.
        """
        return list(cls.select(cls.firm_id, cls.id).join(
            Letter, on=Letter.referenced_by(cls.letter_id)).join(
            Matter, on=Matter.referenced_by(Letter.matter_id)).join_from(
            cls, Firm, on=Firm.id == cls.firm_id).where(
            Firm.is_at_work(), Letter.status.in_(OPEN), cls.status.in_((INVITED, CONSENTED, READ)),
            cls.reminders < number, cls.invited_at > invited_after, cls.invited_at <= invited_before,
            cls.mailed_at.is_null(False), Matter.status == ACTIVE, ~Matter.reminders_paused,
            ~Task.is_planned("remind_signer", cls.firm_id, cls.id)
        ).order_by(Letter.expires_at).limit(most).tuples())


def with_signers(letters):
    """Return the letters with their `signers`, read in one statement."""
    letters = list(letters)
    by_id = {letter.id: letter for letter in letters}
    for letter in letters:
        letter.signers = []
    if letters:
        rows = LetterSigner.select().where(LetterSigner.firm_id == letters[0].firm_id,
                                           LetterSigner.letter_id.in_(list(by_id))).order_by(LetterSigner.place)
        for signer in rows:
            by_id[signer.letter_id].signers.append(signer)
    return letters
