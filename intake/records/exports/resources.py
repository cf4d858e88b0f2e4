"""The resources of an export, as the API shows them: the rows and their schema."""

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from marshmallow import Schema
from peewee import fn

from intake.accounts.access.models import ApiKey
from intake.accounts.access.schemas import ApiKeyRow
from intake.accounts.audit.models import AuditEntry
from intake.accounts.audit.schemas import AuditEntryRow
from intake.accounts.firms.schemas import FirmOut
from intake.accounts.oauth.models import OauthClient
from intake.accounts.oauth.schemas import OauthClientOut
from intake.accounts.users.models import User
from intake.accounts.users.schemas import UserOut
from intake.cases.clients.models import Client
from intake.cases.clients.schemas import ClientCreated
from intake.cases.court_forms.models import CourtForm
from intake.cases.court_forms.schemas import FormOut
from intake.cases.deadlines.models import Deadline
from intake.cases.deadlines.schemas import DeadlineRow
from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.schemas import DocumentRow
from intake.cases.holds.models import LegalHold
from intake.cases.holds.schemas import HoldRow
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.intake_forms.schemas import IntakeFormOut
from intake.cases.matters.models import FormerClient, Matter
from intake.cases.matters.periods import in_period_of_other_client
from intake.cases.matters.schemas import MatterOut
from intake.cases.notes.models import MatterNote
from intake.cases.notes.schemas import NoteRow
from intake.cases.review_reasons.models import ReviewReason
from intake.cases.review_reasons.schemas import ReasonOut
from intake.cases.templates.models import Template
from intake.cases.templates.schemas import TemplateOut
from intake.cases.uploads.models import Upload
from intake.cases.uploads.schemas import UploadDetail
from intake.cases.uploads.states import ISSUED
from intake.core.cursors import Order
from intake.engagement.conflicts.actions import shown
from intake.engagement.conflicts.models import ConflictCheck
from intake.engagement.conflicts.schemas import ConflictCheckOut
from intake.engagement.leads.models import Lead, LeadMessage, with_parties
from intake.engagement.leads.schemas import LeadMessageOut, LeadOut
from intake.engagement.letters.models import Letter, LetterTemplate, with_signers
from intake.engagement.letters.schemas import LetterOut, LetterTemplateOut
from intake.engagement.parties.models import MatterParty
from intake.engagement.parties.schemas import MatterPartyOut
from intake.integrations.webhooks.models import Webhook
from intake.integrations.webhooks.schemas import WebhookRow
from intake.messaging.communications.models import Communication
from intake.messaging.communications.schemas import CommunicationRow
from intake.records.erasures.models import Erasure
from intake.records.erasures.schemas import ErasureOut
from intake.records.retention.models import RetentionSchedule
from intake.records.retention.schemas import ScheduleOut

_AUDIT_AT_ONCE = 1000
_AT_ONCE = 100


class Resource(NamedTuple):
    """A resource of the API. `rows(firm, client_id)` yields the rows for the schema, of one client or of all."""

    schema: Schema
    rows: Callable[..., Iterator[Any]]
    of_clients: bool = False
    """Whether a client's own export has it."""


def _all(model):
    return lambda firm, _: Order(model.created_at).batches(model.of(firm))


def _parts(model, extend=lambda rows: rows, own=()):
    """Return the `rows` of a model of parts of matters; `own` are further conditions for a client's own export."""
    def rows(firm, client_id):
        found = extend(model.with_matters(model.of(firm)))
        if client_id:
            theirs = Matter.of(firm, Matter.id).where(Matter.client_id == client_id)
            found = found.where(model.matter_id.in_(theirs), *own)
        return Order(model.created_at).batches(found)

    return rows


def _messages(model, is_theirs):
    """As `_parts`; messages to or from a matter's earlier client are not in a client's own export."""
    return _parts(model, own=[Matter.client_since.is_null() | is_theirs])


def _documents(firm, client_id):
    """As `_parts`; a client's own export lacks the files and notes of clients whom a matter had at other times."""
    periods = list(FormerClient.of(firm).where(FormerClient.client_id == client_id)) if client_id else []
    rows = _parts(DocumentRequest, lambda rows: Upload.join_to_documents(rows).select_extend(Matter.client_since))
    for each in rows(firm, client_id):
        if client_id:
            each.matter.earlier_periods = [period for period in periods if period.matter_id == each.matter_id]
            each.as_seen_by_client_of(each.matter)
            if each.upload and each.matter.had_other_client_at(each.upload.created_at):
                each.upload = None
        yield each


def _firm(firm, _):
    yield firm


def _clients(firm, client_id):
    found = Client.of(firm)
    return Order(Client.created_at).batches(found.where(Client.id == client_id) if client_id else found)


def _matters(firm, client_id):
    found = Matter.with_clients(Matter.of(firm, Matter, Client))
    return Order(Matter.created_at).batches(found.where(Matter.client_id == client_id) if client_id else found)


def _uploads(firm, client_id):
    found = Upload.of(firm).where(Upload.status != ISSUED)
    return Order(Upload.created_at).batches(uploads_of(found, client_id) if client_id else found)


def uploads_of(found, client_id):
    """Narrow a query of a firm's uploads to those of the client's own export."""
    requests = DocumentRequest.select(DocumentRequest.id).join(
        Matter, on=Matter.referenced_by(DocumentRequest.matter_id)).where(
        DocumentRequest.firm_id == Upload.firm_id, Matter.client_id == client_id)
    earlier = requests.where(
        DocumentRequest.id == Upload.document_id, in_period_of_other_client(Upload.created_at, Matter))
    # With a single condition Postgres would read all uploads; the first one by itself finds few rows.
    return found.where(Upload.document_id.in_(requests), ~fn.EXISTS(earlier))


def _intake_forms(firm, client_id):
    found = IntakeForm.of(firm)
    if client_id:  # if a matter has two forms, a merged client keeps theirs
        people = Client.select(Client.id).where(
            Client.firm_id == firm.id, (Client.id == client_id) | (Client.merged_into == client_id))
        found = found.where(IntakeForm.client_id.in_(people))
    return Order(IntakeForm.created_at).batches(found)


def _leads(firm, client_id):
    found = Lead.of(firm)
    found = found.where(Lead.client_id == client_id) if client_id else found
    return _completed(with_parties, Order(Lead.created_at).batches(found))


def _lead_messages(firm, client_id):
    found = LeadMessage.of(firm)
    if client_id:
        found = found.where(LeadMessage.lead_id.in_(Lead.of(firm, Lead.id).where(Lead.client_id == client_id)))
    return Order(LeadMessage.created_at).batches(found)


def _letters(firm, client_id):
    of_client = ~in_period_of_other_client(Letter.created_at, Matter)
    return _completed(with_signers, _messages(Letter, of_client)(firm, client_id))


_communications = _messages(Communication, Communication.is_of_client_of(Matter))


def _conflict_checks(firm, _):
    checks = ConflictCheck.with_decisions(ConflictCheck.of(firm))
    return (shown(firm, check) for check in Order(ConflictCheck.created_at).batches(checks))


def _legal_holds(firm, _):
    return Order(LegalHold.created_at).batches(LegalHold.with_names(LegalHold.of(firm)))


def _completed(complete, rows):
    """Yield the rows with the data that one statement adds to many of them at once."""
    while batch := list(islice(rows, _AT_ONCE)):
        yield from complete(batch)


def _audit_log(firm, _):
    query: dict[str, Any] = {}
    while rows := AuditEntry.newest(firm, query, _AUDIT_AT_ONCE):
        yield from rows
        query = {"cursor": rows[-1]["id"]}


RESOURCES = {
    "firms": Resource(FirmOut(), _firm),
    "users": Resource(UserOut(), _all(User)),
    "clients": Resource(ClientCreated(), _clients, of_clients=True),
    "matters": Resource(MatterOut(), _matters, of_clients=True),
    "documents": Resource(DocumentRow(), _documents, of_clients=True),
    "uploads": Resource(UploadDetail(), _uploads, of_clients=True),
    "intake-form": Resource(IntakeFormOut(), _intake_forms, of_clients=True),
    "deadlines": Resource(DeadlineRow(), _parts(Deadline), of_clients=True),
    "communications": Resource(CommunicationRow(), _communications, of_clients=True),
    "parties": Resource(MatterPartyOut(), _parts(MatterParty), of_clients=True),
    "letters": Resource(LetterOut(), _letters, of_clients=True),
    "leads": Resource(LeadOut(), _leads, of_clients=True),
    "lead-messages": Resource(LeadMessageOut(), _lead_messages, of_clients=True),
    "conflict-checks": Resource(ConflictCheckOut(), _conflict_checks),
    "legal-holds": Resource(HoldRow(), _legal_holds),
    "retention-schedules": Resource(ScheduleOut(), _all(RetentionSchedule)),
    "erasures": Resource(ErasureOut(), _all(Erasure)),
    "notes": Resource(NoteRow(), _parts(MatterNote, MatterNote.with_authors)),
    "letter-templates": Resource(LetterTemplateOut(), _all(LetterTemplate)),
    "matter-templates": Resource(TemplateOut(), _all(Template)),
    "review-reasons": Resource(ReasonOut(), _all(ReviewReason)),
    "court-forms": Resource(FormOut(), _all(CourtForm)),
    "webhooks": Resource(WebhookRow(), _all(Webhook)),
    "api-keys": Resource(ApiKeyRow(), _all(ApiKey)),
    "oauth-clients": Resource(OauthClientOut(), _all(OauthClient)),
    "audit-log": Resource(AuditEntryRow(), _audit_log),
}
"""Every resource of an export by the name of its file in `data/`."""

NOT_EXPORTED = {
    "closing": "whether the firm leaves this installation",
    "certificate": "in records/erasures.jsonl",
    "due": "the matters whose time is over, by what the export has",
    "activity": "what happened in a matter, from what the export has",
    "deliveries": "what happened in the last days", "events": "what happened in the last days",
    "webhook-deliveries": "what happened in the last days",
    "exports": "this is one", "reports": "made from what the export has, and kept for 7 days",
    "schedules": "some are made as a key, and new keys have to be made",
    "fills": "filled forms are documents; records/court_form_fills.jsonl says how they were made",
    "insights": "figures about what the export has", "usage": "figures about what the export has",
    "search": "it finds what the export has",
    "intake-link": "it is a secret",
    "notifications": "each person's feed; records/notifications.jsonl has it",
    "notification-preferences": "in records/firms.jsonl", "onboarding": "in records/onboarding.jsonl",
    "oauth-consents": "who let which application act for them; they are asked again",
    "sessions": "who is signed in where",
    "privacy-requests": "in records/privacy_requests.jsonl",
    "versions": "in records/template_versions.jsonl", "views": "in records/saved_views.jsonl",
}
"""Every other resource of the API, and why an export does not show it."""


def resource_lines(name, firm, client_id):
    """Yield the rows of a resource as lines of JSON, those of a client or with None all of the firm."""
    resource = RESOURCES[name]
    for row in resource.rows(firm, client_id):
        yield json.dumps(resource.schema.dump(row), ensure_ascii=False)
