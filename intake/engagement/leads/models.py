"""Leads and their parties: the tables and their queries."""

from itertools import groupby
from operator import attrgetter

from peewee import BooleanField, IntegerField, JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.users.models import assigned_ids
from intake.cases.clients.search_words import search_words
from intake.core.changes import order_of
from intake.core.clock import now
from intake.core.cursors import Order
from intake.core.paging import selected_by
from intake.core.plain_text import one_line
from intake.core.tenancy import FirmRecord
from intake.core.text_search import contains, folded
from intake.messaging.communications.models import OutgoingMessage
from intake.messaging.communications.states import FAILED

from .states import NEW


class Lead(FirmRecord):
    """Somebody who contacted the firm and is not its client yet."""

    prefix = "lead"
    resource = "lead"

    status = TextField(default=NEW)
    practice_area = TextField()
    first_name = TextField()
    last_name = TextField()
    email = TextField(null=True)
    email_key = TextField(null=True)
    phone = TextField(null=True)
    contact_preferences = JSONField(null=True)
    language = TextField(null=True)
    message = TextField(null=True)
    source = JSONField(default=dict)
    source_key = TextField(null=True)
    spam_score = IntegerField(default=0)
    spam_reasons = JSONField(default=list)
    quarantined = BooleanField(default=False)
    assigned_to = TextField(null=True)
    conflict_check_id = TextField(null=True)
    client_id = TextField(null=True)
    matter_id = TextField(null=True)
    declined_reason = TextField(null=True)
    search_key = TextField()
    answered_at = DateTimeTZField(null=True)
    cleared_at = DateTimeTZField(null=True)
    engaged_at = DateTimeTZField(null=True)
    closed_at = DateTimeTZField(null=True)
    updated_at = DateTimeTZField()
    changed_at = DateTimeTZField(default=now)
    shown_parties: list | None = None  # read for all leads of a page at once

    @property
    def full_name(self):
        """The first and the last name."""
        return f"{self.first_name} {self.last_name}"

    @property
    def contact(self):
        """How to reach the person: their contact data are columns of this record."""
        return self

    @property
    def spam(self):
        """How likely the lead is spam, and why."""
        return {"score": self.spam_score, "reasons": self.spam_reasons}

    @property
    def parties(self):
        """The people and companies involved, in the given order."""
        if self.shown_parties is None:
            self.shown_parties = list(LeadParty.of_leads([self]))
        return self.shown_parties

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit an assignee to the leads assigned to one of their names; see `FirmRecord`."""
        return cls.assigned_to.in_(scope.assignee)

    @classmethod
    def wanted(cls, query):
        """Return the conditions for the leads that a `LeadQuery` asks for."""
        status = [cls.status == query["status"]] if query.get("status") else []
        return [cls.quarantined == query["quarantined"], *status, *cls.filters(query)]

    @classmethod
    def filters(cls, query):
        """Return the conditions of the query except those for status and quarantine."""
        conditions = [cls.practice_area == query["practice_area"]] if query.get("practice_area") else []
        if query.get("assigned_to"):
            conditions.append(cls.assigned_to.in_(assigned_ids(query["assigned_to"])))
        if query.get("source"):
            conditions.append(cls.source_key == folded(query["source"]))
        if query.get("search"):
            conditions.append(contains(search_words(query["search"]), cls.search_key))
        return conditions

    @classmethod
    def waiting(cls, scope):
        """Return a query for the ids of the new leads that the firm has not answered yet."""
        return cls.of(scope, cls.id).where(cls.status == NEW, ~cls.quarantined, cls.answered_at.is_null())

    @classmethod
    def listed(cls, scope, query):
        """Return the page of leads that the `LeadQuery` asks for, with their parties."""
        order = order_of(cls, query, Order(cls.created_at, ascending=query["order"] == "asc"))
        return order.page(scope, cls.of(scope).where(*cls.wanted(query)), query, with_parties)


class LeadMessage(OutgoingMessage):
    """A mail to a lead; an automatic one does not count as the firm's answer."""

    prefix = "lmsg"
    resource = "lead_message"
    link_public_part = reminder_id = send_at = None
    """Carriers read these: a mail to a lead has no intake link and is never a reminder."""

    lead_id = TextField()
    automatic = BooleanField(default=False)

    @classmethod
    def is_written(cls, lead, subject, message):
        """Whether this mail to the lead is already queued or sent: a form may be submitted twice."""
        return cls.of(lead).where(cls.lead_id == lead.id, cls.subject == one_line(subject), cls.message == message,
                                  cls.status != FAILED).exists()

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit an assignee to the messages to their leads; see `FirmRecord`."""
        return selected_by(cls.lead_id, Lead.of(scope, Lead.id))


class LeadParty(FirmRecord):
    """A person or company involved in a lead's case."""

    prefix = "lpt"
    resource = "lead_party"

    lead_id = TextField()
    position = IntegerField()
    name = TextField()
    kind = TextField()
    role = TextField()
    aliases = JSONField(default=list)
    relation = TextField(null=True)

    class Meta:
        table_name = "lead_parties"

    @property
    def given(self):
        """The given details of the party."""
        return {name: getattr(self, name) for name in ("name", "kind", "role", "aliases", "relation")}

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit an assignee to the parties of their leads; see `FirmRecord`."""
        return selected_by(cls.lead_id, Lead.of(scope, Lead.id))

    @classmethod
    def of_leads(cls, leads):
        """Return a query for the parties of these leads, all of one firm."""
        return cls.select().where(cls.firm_id == leads[0].firm_id, cls.lead_id.in_([lead.id for lead in leads])
                                  ).order_by(cls.lead_id, cls.position)

    @classmethod
    def replace_of(cls, lead, parties):
        """Replace the parties of the lead by these. Call it inside a transaction that has locked the lead."""
        cls.delete().where(cls.firm_id == lead.firm_id, cls.lead_id == lead.id).execute()
        lead.shown_parties = [cls.create(firm_id=lead.firm_id, lead_id=lead.id, position=position, **party)
                              for position, party in enumerate(parties)]


def with_parties(leads):
    """Return the leads of a query, all of one firm, each with its parties."""
    leads = list(leads)
    found = {lead_id: list(parties) for lead_id, parties in groupby(
        LeadParty.of_leads(leads), attrgetter("lead_id"))} if leads else {}
    for lead in leads:
        lead.shown_parties = found.get(lead.id, [])
    return leads
