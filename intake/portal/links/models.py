"""Intake links and their queries."""

from peewee import JSONField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.models import Firm
from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.link_tokens import link_url, new_public_part, public_part_of, token_of
from intake.cases.matters.models import Matter, MatterPart
from intake.cases.matters.states import ACTIVE
from intake.cases.uploads.models import Upload
from intake.core.clock import now
from intake.core.statements import CompiledQuery, Parameter

from .errors import NoIntakeLink
from .states import CLOSED, EXPIRED, OPEN, REVOKED

OPENED = "intake_link.opened"
"""The act of the audit log that is recorded whenever a client opens a page behind the first one."""

SHOWN = "intake_link.shown"
"""The act for the first page, which the client opens, or a program that scans their mail."""

INTAKE_OPEN = """EXISTS (SELECT 1 FROM intake_links AS link WHERE link.firm_id = event.firm_id
    AND link.matter_id = event.data -> 'matter' ->> 'id' AND link.revoked_at IS NULL AND link.completed_at IS NULL)"""
"""The SQL condition of a listener to an event of a matter: its intake is not complete."""

HAS_LINK = """EXISTS (SELECT 1 FROM intake_links AS link WHERE link.firm_id = event.firm_id
    AND link.matter_id = event.data -> 'matter' ->> 'id' AND link.revoked_at IS NULL)"""
"""The SQL condition of a listener to an event of a matter: it has an intake link."""

FORMER_CLIENT_HAS_LINK = """EXISTS (SELECT 1 FROM intake_links AS link WHERE link.firm_id = event.firm_id
    AND link.matter_id = event.data ->> 'id' AND link.revoked_at IS NULL
    AND link.client_id IS DISTINCT FROM event.data ->> 'client_id')"""
"""The SQL condition of a listener to a change of a matter: its link was made for another client."""


def last_opened(firm_id, link_id):
    """Return a query for the time at which the link was last opened; ids may be columns of another query."""
    return AuditEntry.select(fn.MAX(AuditEntry.created_at)).where(
        AuditEntry.firm_id == firm_id, AuditEntry.record_id == link_id, AuditEntry.action == OPENED)


class IntakeLink(MatterPart):
    """An address at which a matter's client hands in answers and documents."""

    prefix = "link"
    resource = "intake_link"
    firm: Firm
    matter: Matter
    client: Client
    shown_url: str | None = None

    client_id = TextField()
    public_part = TextField(default=new_public_part)
    sent_by = JSONField(default=list)
    expires_at = DateTimeTZField()
    sent_at = DateTimeTZField(null=True)
    completed_at = DateTimeTZField(null=True)
    announced_at = DateTimeTZField(null=True)
    expired_at = DateTimeTZField(null=True)
    revoked_at = DateTimeTZField(null=True)
    receipt_at = DateTimeTZField(null=True)

    @property
    def token(self):
        """The end of the address. It gives access to the matter's items, so it must not be logged."""
        return token_of(self.public_part)

    @property
    def url(self):
        """The whole address."""
        return link_url(self.public_part)

    def show_to(self, caller):
        """Return this link, with its address if the caller may read what it opens."""
        self.shown_url = self.url if caller.may("documents:read") else None
        return self

    @property
    def opened_at(self):
        """When the client last opened it, None if never."""
        return last_opened(self.firm_id, self.id).scalar()

    def locked(self):
        """Return the current state of this link, locked until the transaction ends.

        Its matter is locked first, as when the link is replaced, so that rows that belong to it can still be added.
        """
        Matter.fetch_locked(self, self.matter_id)
        return IntakeLink.fetch_locked(self, self.id)

    @property
    def state(self):
        """The state of a link that was fetched by its token, as of now; see `states.py`."""
        if self.revoked_at or self.matter.client_id != self.client_id:
            return REVOKED
        if self.expires_at <= now():
            return EXPIRED
        return OPEN if self.matter.status == ACTIVE else CLOSED

    @classmethod
    def by_token(cls, token):
        """Return the link with this token, joined with its firm, matter and client; None if there is none.

        It searches all firms: the token is the authorization.
        """
        public_part = public_part_of(token)
        if public_part is None:
            return None
        found = _LINK_OF_TOKEN.joined(cls, Firm, Matter, Client, public_part=public_part)
        if not found:
            return None
        link, link.firm, link.matter, link.client = found
        return link

    @classmethod
    def current(cls, scope, matter_id):
        """Return a query for the link of the matter that is not revoked."""
        return cls.of(scope).where(cls.matter_id == matter_id, cls.revoked_at.is_null())

    @classmethod
    def fetch_current(cls, scope, matter_id):
        """Return the matter's link. Raises `NotFound` for the matter, `NoIntakeLink` where it has none."""
        link = cls.current(scope, matter_id).first()
        if link is None:
            Matter.fetch(scope, matter_id)
            raise NoIntakeLink()
        return link

    @classmethod
    def others_of_client(cls, link):
        """Return the other links of the link's client that are open, each with its matter, the oldest first."""
        return list(cls.select(cls, Matter).join(
            Matter, on=Matter.referenced_by(cls.matter_id), attr="matter").where(
                cls.firm_id == link.firm_id, cls.client_id == link.client_id, cls.id != link.id,
                cls.revoked_at.is_null(), cls.expires_at > now(), Matter.client_id == cls.client_id,
                Matter.status == ACTIVE).order_by(cls.created_at, cls.id))

    @classmethod
    def sent_to(cls, scope, client_id):
        """Return a query for the client's links that were sent and are not over."""
        return cls.of(scope).where(cls.client_id == client_id, cls.sent_at.is_null(False), cls.revoked_at.is_null(),
                                   cls.expires_at > now())

    @classmethod
    def sent_between(cls, scope, start, end):
        """Return a query that counts the firm's links sent from `start` up to, but not including, `end`."""
        return cls.of(scope, fn.COUNT(1)).where(cls.sent_at >= start, cls.sent_at < end)

    @classmethod
    def newly_expired(cls, moment):
        """Return the ids of all firms' links that expired incomplete by this time and are not yet marked as expired."""
        pending = cls.select(cls.id).where(
            cls.revoked_at.is_null(), cls.completed_at.is_null(), cls.expired_at.is_null())
        return [link.id for link in pending.where(cls.expires_at <= moment).order_by(cls.expires_at, cls.id)]

    def has_received_anything(self):
        """Whether a form or a file of the matter has come in since the link was made, by the portal or the API."""
        answered = IntakeForm.of(self).where(IntakeForm.matter_id == self.matter_id,
                                             IntakeForm.submitted_at >= self.created_at)
        uploaded = (Upload.of(self).join(DocumentRequest, on=DocumentRequest.referenced_by(Upload.document_id))
                    .where(DocumentRequest.matter_id == self.matter_id, ~DocumentRequest.from_firm,
                           Upload.uploaded_at >= self.created_at))
        return answered.exists() or uploaded.exists()


_LINK_OF_TOKEN = CompiledQuery(
    IntakeLink.select(IntakeLink, Firm, Matter, Client)
    .join(Firm, on=(Firm.id == IntakeLink.firm_id))
    .join_from(IntakeLink, Matter, on=Matter.referenced_by(IntakeLink.matter_id))
    .join_from(IntakeLink, Client, on=Client.referenced_by(IntakeLink.client_id))
    .where(IntakeLink.public_part == Parameter("public_part")), prepared=True)
