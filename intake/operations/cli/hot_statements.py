"""The finders behind the most frequent statements, called with records of the firm that has most matters."""

from datetime import timedelta

from peewee import fn

from intake.accounts.access.caller import Caller
from intake.accounts.access.models import ApiKey
from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.models import Firm
from intake.accounts.sessions.models import Session
from intake.accounts.users.models import User
from intake.accounts.users.states import ADMIN
from intake.cases.clients.models import Client
from intake.cases.clients.schemas import ClientQuery
from intake.cases.deadlines.models import Deadline
from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.states import REJECTED
from intake.cases.holds.models import LegalHold
from intake.cases.matters.counts import MatterCount
from intake.cases.matters.link_tokens import new_public_part
from intake.cases.matters.listing import list_matters
from intake.cases.matters.models import Matter
from intake.cases.matters.schemas import MatterQuery
from intake.cases.matters.states import NEEDS_ACTION, READY
from intake.cases.search.models import search_records
from intake.cases.search.schemas import TYPES
from intake.cases.uploads.models import Upload
from intake.cases.uploads.schemas import UploadQuery
from intake.cases.uploads.states import PENDING
from intake.console.matters.listing import list_matters as list_with_clients
from intake.console.matters.states import FIRST_STATUS, PER_PAGE
from intake.console.reminders.models import list_waiting
from intake.core.clock import now
from intake.core.cursors import Order
from intake.core.ids import new_id
from intake.core.schemas import PageQuery
from intake.engagement.conflicts.models import ConflictCheck, ConflictIndex
from intake.engagement.conflicts.names_index import search as search_names
from intake.engagement.conflicts.terms import terms_of_text
from intake.engagement.leads.models import Lead
from intake.engagement.leads.schemas import LeadQuery
from intake.engagement.letters.models import Letter, LetterSigner
from intake.engagement.letters.signing_tokens import token_of
from intake.engine.events.models import Event
from intake.engine.tasks.models import Task
from intake.engine.tasks.states import QUEUES
from intake.messaging.notifications.models import Notification
from intake.portal.links.models import IntakeLink
from intake.portal.reminders.models import Reminder
from intake.records.privacy_requests.models import PrivacyRequest
from intake.records.retention.due import due_of_kind
from intake.records.retention.states import CLIENTS, LEADS, MATTERS


def hot_statements():
    """Return `{name: function}`; each function executes one or two statements. Empty without any matters."""
    firm = _largest_firm()
    if firm is None:
        return {}
    matter = Matter.of(firm).order_by(Matter.created_at.desc()).first()
    count = MatterCount.summed(MatterCount.firm_id == firm.id).scalar()
    client_id, middle = matter.client_id or new_id("cli"), max(1, count // 40)
    reader = Caller(firm, "", frozenset(), User(id=new_id("usr"), role=ADMIN, created_at=firm.created_at))

    def matters(**query):
        return lambda: list_matters(reader, MatterQuery().load(query))

    def with_clients(**filters):
        query = {"status": FIRST_STATUS, "sort": "updated_at", "order": "desc", "page": 1, "per_page": PER_PAGE}
        return lambda: list_with_clients(reader, query | filters, with_people=True)[0].rows

    return {
        "API key": lambda: ApiKey.with_firm("unknown"),
        "session": lambda: Session.by_token("unknown"),
        "matters": matters(status="active"),
        "matters, a page in the middle": matters(page=str(middle)),
        "matters, by title": matters(sort="title"),
        "matters, with a tag": matters(tag="rush"),
        "matters, searched": matters(search="custody"),
        "matters, searched for two letters": matters(search="qz"),
        "matters that need action": matters(focus=NEEDS_ACTION),
        "matters that are ready": matters(focus=READY),
        "matters with clients": with_clients(),
        "matters with clients, searched": with_clients(search="custody garcia"),
        "matter": lambda: Matter.fetch(firm, matter.id).client,
        "clients": lambda: Client.listed(firm, ClientQuery().load({})).rows,
        "clients, searched": lambda: Client.listed(firm, ClientQuery().load({"search": "garcia"})).rows,
        "matters of a client": lambda: list(Matter.of_client(firm, client_id)),
        "documents of a matter": lambda: DocumentRequest.page_of(
            firm, matter.id, PageQuery().load({}), (DocumentRequest.created_at, DocumentRequest.id)),
        "documents with a status": lambda: DocumentRequest.listed(
            firm, PageQuery().load({}), Order(DocumentRequest.created_at, ascending=False),
            [DocumentRequest.status == REJECTED]),
        "clients to be reminded": lambda: list_waiting(firm, {"page": 1}),
        "files to review": lambda: Upload.listed(firm, UploadQuery().load({"status": PENDING, "order": "asc"})),
        "search": lambda: search_records(firm, "garcia", TYPES, 5),
        "notifications": lambda: Notification.unread(reader).count(),
        "audit log": lambda: AuditEntry.newest(firm, {}, 21),
        "outbox": Event.any_to_relay,
        "next task": lambda: Task.next_id(QUEUES),
        "expired links": lambda: IntakeLink.newly_expired(now() - timedelta(days=365)),
        "due reminders": lambda: Reminder.due(now() - timedelta(days=365)),
        "near deadlines": lambda: next(Deadline.due_near(now()), None),
    } | _of_engagement(firm, matter) | _of_records(firm, matter)


def _of_engagement(firm, matter):
    long_ago = now() - timedelta(days=365)
    return {
        "leads": lambda: Lead.listed(firm, LeadQuery().load({})),
        "leads with a status": lambda: Lead.listed(firm, LeadQuery().load({"status": "new"})),
        "names like one": lambda: search_names(firm, terms_of_text("Maria Garcia")[0], {"person": 85, "company": 85}),
        "last conflict check of a matter": lambda: ConflictCheck.latest(firm, ConflictCheck.matter_id == matter.id),
        "names to be indexed": lambda: ConflictIndex.firms_behind(50),
        "letters of a matter": lambda: Letter.of_matter(firm, matter.id),
        "letter of a signer": lambda: LetterSigner.by_token(token_of(new_public_part()), "unknown"),
        "ended letters": lambda: Letter.overdue(long_ago, 1),
        "signers to be reminded": lambda: LetterSigner.to_remind(1, long_ago, long_ago, 1),
    }


def _of_records(firm, matter):
    today = now().date()
    return {
        "holds on a matter": lambda: list(LegalHold.on_matter(firm, matter.id)),
        "holds to be looked at again": lambda: next(LegalHold.to_remind_of(now()), None),
        "matters to be destroyed": lambda: list(due_of_kind(firm, today, MATTERS).limit(1).dicts()),
        "leads to be destroyed": lambda: list(due_of_kind(firm, today, LEADS).limit(1).dicts()),
        "clients to be destroyed": lambda: list(due_of_kind(firm, today, CLIENTS).limit(1).dicts()),
        "privacy requests near their day": lambda: next(PrivacyRequest.to_remind_of(now()), None),
    }


def _largest_firm():
    """Return the firm with most matters; None if there are none."""
    totals = MatterCount.select(MatterCount.firm_id).group_by(MatterCount.firm_id)
    row = totals.order_by(fn.SUM(MatterCount.total).desc()).tuples().first()
    return Firm.fetch(row[0]) if row else None
