"""Conflict checks, the decisions about them, and the index of names: the tables and their queries."""

from peewee import JOIN, BigIntegerField, BooleanField, CompositeKey, IntegerField, JSONField, TextField, fn
from playhouse.postgres_ext import ArrayField, DateTimeTZField

from intake.accounts.users.models import User
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.cursors import Order
from intake.core.db import Model, db
from intake.core.tenancy import FirmRecord
from intake.engagement.leads.models import Lead

from .states import CLEARING, CLIENT, LEAD, LEAD_PARTY, PARTY

# From each firm to the next in the index: DISTINCT would read the whole queue, into which an import puts 100,000 rows.
_FIRMS_BEHIND = """
    WITH RECURSIVE behind AS (
        (SELECT firm_id FROM conflict_queue ORDER BY firm_id LIMIT 1)
        UNION ALL
        SELECT (SELECT firm_id FROM conflict_queue WHERE firm_id > behind.firm_id ORDER BY firm_id LIMIT 1)
        FROM behind WHERE firm_id IS NOT NULL)
    SELECT firm_id FROM behind WHERE firm_id IS NOT NULL LIMIT %s"""
_TABLES = {CLIENT: "clients", PARTY: "matter_parties", LEAD: "leads", LEAD_PARTY: "lead_parties"}
"""The table of each kind of record that is indexed."""


class ConflictCheck(FirmRecord):
    """A search for conflicts of interest and its hits. A row never changes."""

    prefix = "chk"
    resource = "conflict_check"

    matter_id = TextField(null=True)
    lead_id = TextField(null=True)
    previous_id = TextField(null=True)
    names = JSONField()
    sought = JSONField()
    hits = JSONField()
    complete = BooleanField()
    versions = JSONField()
    actor_type = TextField()
    actor_id = TextField(null=True)

    decided: "ConflictDecision | None"  # in queries `with_decisions`
    shown_terms: list[dict]  # as one caller sees them, as `shown_hits`
    shown_hits: list[dict]
    shown_matter_id: str | None  # in `fetch_decided`: the check's or its lead's matter, if the caller sees it
    creator_name: str | None  # in queries `with_decisions`, as `decider_name`
    decider_name: str | None

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit an assignee to the checks of their matters and leads, and to their own checks of names alone.

        The check of a lead that became a matter is also that matter's. Having run a check of a matter or a lead is not
        enough: it names everybody there, even after the matter or the lead was assigned to somebody else.
        """
        own = cls.actor_id.in_(scope.assignee) & cls.matter_id.is_null() & cls.lead_id.is_null()
        matters = Matter.of(scope, Matter.id)
        leads = Lead.select(Lead.id).where(
            Lead.firm_id == scope.firm_id, Lead.seen_by_assignee(scope) | Lead.matter_id.in_(matters))
        return cls.matter_id.in_(matters) | cls.lead_id.in_(leads) | own

    @classmethod
    def with_decisions(cls, checks):
        """Extend a query of checks with `decided`, None if there is no decision yet, and with people's names."""
        return checks.select_extend(
            ConflictDecision, _name_of(cls.actor_id).alias("creator_name"),
            _name_of(ConflictDecision.actor_id).alias("decider_name")).join_from(
            cls, ConflictDecision, JOIN.LEFT_OUTER, attr="decided",
            on=(ConflictDecision.firm_id == cls.firm_id) & (ConflictDecision.id == cls.id))

    @classmethod
    def fetch_decided(cls, scope, id):
        """As `fetch`, with `decided` and `shown_matter_id`."""
        became = Lead.select(Lead.matter_id).where(Lead.firm_id == cls.firm_id, Lead.id == cls.lead_id)
        matter = Matter.of(scope, Matter.id).where(Matter.id == fn.COALESCE(cls.matter_id, became))
        return cls.found(id, cls.with_decisions(cls.of(scope)).select_extend(matter.alias("shown_matter_id")))

    @classmethod
    def about_matter(cls, scope, matter_id):
        """Return the condition for the checks of the matter and of the lead it came from."""
        leads = Lead.select(Lead.id).where(Lead.firm_id == scope.firm_id, Lead.matter_id == matter_id)
        return (cls.matter_id == matter_id) | cls.lead_id.in_(leads)

    @classmethod
    def listed(cls, scope, query):
        """Return the page of checks that the `ConflictCheckQuery` asks for, the newest first."""
        conditions = [cls.about_matter(scope, query["matter_id"])] if query.get("matter_id") else []
        if query.get("lead_id"):
            conditions.append(cls.lead_id == query["lead_id"])
        if decision := query.get("decision"):
            mine = ConflictDecision.select(ConflictDecision.id).where(ConflictDecision.firm_id == scope.firm_id)
            conditions.append(cls.id.not_in(mine) if decision == "open" else cls.id.in_(
                mine.where(ConflictDecision.decision == decision)))
        order = Order(cls.created_at, ascending=False)
        return order.page(scope, cls.of(scope).where(*conditions).select(cls.id), query, lambda ids: cls.with_decisions(
            cls.of(scope)).where(cls.id.in_(ids)).order_by(*order.terms))

    @classmethod
    def latest(cls, scope, about):
        """Return the firm's last check that meets a condition, with `decided`, or None."""
        return cls.with_decisions(cls.select().where(cls.firm_id == scope.firm_id, about)).order_by(
            cls.created_at.desc(), cls.id.desc()).first()

    @property
    def decision(self):
        """The decision, None if there is none yet."""
        return self.decided.decision if self.decided else None

    @property
    def note(self):
        """The note on the decision."""
        return self.decided.note if self.decided else None

    @property
    def document_id(self):
        """The document with the written consent."""
        return self.decided.document_id if self.decided else None

    @property
    def decided_by(self):
        """The id of the user or the API key that decided."""
        return self.decided.actor_id if self.decided else None

    @property
    def decided_at(self):
        """When it was decided."""
        return self.decided.created_at if self.decided else None

    @property
    def created_by(self):
        """The id of the user or the API key that ran the check."""
        return self.actor_id

    @property
    def hits_count(self):
        """How many records were found."""
        return len(self.hits)

    @property
    def is_cleared(self):
        """Whether the firm may act after this check."""
        return self.decision in CLEARING


class ConflictDecision(FirmRecord):
    """The decision about the check with the same id. A row never changes."""

    decision = TextField()
    note = TextField(null=True)
    document_id = TextField(null=True)
    actor_type = TextField()
    actor_id = TextField(null=True)


def _name_of(user_id):
    """Return a column with the name of the user with this id, None if there is no such user."""
    name = fn.CONCAT_WS(" ", User.first_name, User.last_name)
    return User.select(fn.COALESCE(fn.NULLIF(name, ""), User.email)).where(
        User.firm_id == ConflictCheck.firm_id, User.id == user_id)


class ConflictName(Model):
    """A name, an e-mail address, a telephone number or an address of a record, and its keys in the index."""

    firm_id = TextField()
    kind = TextField()
    record_id = TextField()
    position = IntegerField()
    parent_id = TextField(null=True)
    part = TextField()
    text = TextField()
    is_company = BooleanField()
    keys = ArrayField(BigIntegerField)

    class Meta:
        primary_key = CompositeKey("firm_id", "kind", "record_id", "position")

    @classmethod
    def remove(cls, firm_id, kinds, ids):
        """Remove the rows of these records from the index."""
        cls.delete().where(cls.firm_id == firm_id, cls.kind.in_(kinds), cls.record_id.in_(ids)).execute()

    @classmethod
    def take_queued(cls, firm_id, most):
        """Remove the first records from the firm's queue, and return their kinds and ids."""
        return db.execute_sql(
            "DELETE FROM conflict_queue WHERE firm_id = %s AND id IN ("
            "SELECT id FROM conflict_queue WHERE firm_id = %s ORDER BY id LIMIT %s) RETURNING kind, record_id",
            (firm_id, firm_id, most)).fetchall()


class ConflictIndex(Model):
    """A firm whose names are indexed: all its records were queued once, and each changed record is queued again."""

    firm_id = TextField(primary_key=True)
    created_at = DateTimeTZField()

    class Meta:
        table_name = "conflict_indexes"

    @classmethod
    def begin(cls, firm_id):
        """Queue all records of the firm the first time; wait for other processes that are indexing the same firm."""
        db.execute_sql("SELECT pg_advisory_xact_lock(hashtext('conflict_names'), hashtext(%s))", (firm_id,))
        if cls.select().where(cls.firm_id == firm_id).exists():
            return
        # Transactions that saw no index have written nothing to the queue: wait until their rows are visible.
        db.execute_sql("SELECT pg_advisory_xact_lock(hashtext('conflict_index'), hashtext(%s))", (firm_id,))
        cls.create(firm_id=firm_id, created_at=now())
        for kind, table in _TABLES.items():
            db.execute_sql(
                "INSERT INTO conflict_queue (firm_id, kind, record_id) "  # noqa: S608
                f"SELECT firm_id, %s, id FROM {table} WHERE firm_id = %s", (kind, firm_id))

    @classmethod
    def firms_behind(cls, most):
        """Return the ids of firms with records in the queue, reading one record for each firm."""
        return [id for id, in db.execute_sql(_FIRMS_BEHIND, (most,)).fetchall()]
