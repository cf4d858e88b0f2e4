"""The legal holds of a firm: the table, and whether one of them covers a matter or a client.

Holds come before all other features of this wing, which ask them before they lose something. So the tables of clients
and matters are named here rather than imported.
"""

from datetime import date
from functools import reduce
from operator import and_, or_

from peewee import JOIN, SQL, Cast, DateField, JSONField, NodeList, Select, Table, TextField, Value, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.audit.models import actor_name
from intake.accounts.firms.models import Firm
from intake.core.cursors import Order
from intake.core.db import db
from intake.core.local_time import latest_day
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord
from intake.core.text_search import in_name_order

from .states import IN_FORCE, LIFTED

CLIENTS, MATTERS = Table("clients").bind(db), Table("matters").bind(db)
_LOCK = 1963


class LegalHold(FirmRecord):
    """A hold on a client, a matter, or the matters that a search finds, also those that are opened later."""

    prefix = "hold"
    resource = "legal_hold"

    client_id = TextField(null=True)
    matter_id = TextField(null=True)
    search = JSONField(null=True)
    practice_area = TextField(null=True)
    client_key = TextField(null=True)
    title_key = TextField(null=True)
    reason = TextField()
    until = DateField(null=True)
    actor_type = TextField()
    actor_id = TextField(null=True)
    lifted_at = DateTimeTZField(null=True)
    lifted_by_type = TextField(null=True)
    lifted_by_id = TextField(null=True)
    reminded_at = DateTimeTZField(null=True)
    updated_at = DateTimeTZField()

    actor_name: str | None = None  # in `with_names`, as `lifted_by_name`
    lifted_by_name: str | None = None
    held_name: str | None = None
    matters_count: int  # in `actions.fetch`

    @property
    def status(self):
        """Whether it is in force or lifted."""
        return IN_FORCE if self.lifted_at is None else LIFTED

    @property
    def created_by(self):
        """The row itself, which has who made it."""
        return self

    @property
    def lifted_by(self):
        """The row itself, which has who lifted it; None while it is in force."""
        return self if self.lifted_at else None

    @classmethod
    def with_names(cls, rows):
        """Extend a query with the names of those who made and lifted the holds, and of the client or matter held."""
        client = CLIENTS.select(fn.CONCAT_WS(" ", CLIENTS.c.first_name, CLIENTS.c.last_name)).where(
            CLIENTS.c.firm_id == cls.firm_id, CLIENTS.c.id == cls.client_id)
        matter = MATTERS.select(MATTERS.c.title).where(
            MATTERS.c.firm_id == cls.firm_id, MATTERS.c.id == cls.matter_id)
        return rows.select_extend(
            actor_name(cls.firm_id, cls.actor_id).alias("actor_name"),
            actor_name(cls.firm_id, cls.lifted_by_id).alias("lifted_by_name"),
            fn.COALESCE(client, matter).alias("held_name"))

    @classmethod
    def listed(cls, scope, query):
        """Return the page of holds that the `HoldQuery` asks for, the newest first."""
        conditions = [getattr(cls, name) == query[name] for name in ("client_id", "matter_id") if query.get(name)]
        if query.get("status"):
            conditions.append(cls.lifted_at.is_null(query["status"] == IN_FORCE))
        matching = cls.of(scope).where(*conditions)
        rows = cls.with_names(matching).order_by(cls.created_at.desc(), cls.id.desc())
        return Page(rows.paginate(query["page"], query["per_page"]), matching.count(), query)

    @classmethod
    def on_matter(cls, scope, matter_id):
        """Return a query for the holds in force that cover the matter, if the scope sees that."""
        matters = _matters().where(MATTERS.c.id == matter_id, cls._covers())
        if scope.assignee is not None:
            matters = matters.where(MATTERS.c.assigned_attorney.in_(scope.assignee))
        return cls._in_force(scope).where(fn.EXISTS(matters)).order_by(cls.created_at, cls.id)

    @classmethod
    def on_clients(cls, scope, client_ids):
        """Return a query for the holds in force that cover one of these clients or a matter of theirs."""
        matters = _matters().where(MATTERS.c.client_id.in_(client_ids), cls._covers())
        return cls._in_force(scope).where(
            cls.client_id.in_(client_ids) | fn.EXISTS(matters) | cls._finds(CLIENTS.c.id.in_(client_ids))).order_by(
                cls.created_at, cls.id)

    @classmethod
    def on_parts(cls, scope, client_ids, matter_ids, further):
        """Return a query for the holds in force on these clients and matters, or that meet a `further` condition."""
        matters = _matters().where(MATTERS.c.id.in_(matter_ids), cls._covers())
        return cls._in_force(scope).where(
            cls.client_id.in_(client_ids) | fn.EXISTS(matters) | cls._finds(CLIENTS.c.id.in_(client_ids)) | further)

    @classmethod
    def on_lead(cls, scope, lead):
        """Return a query for the holds in force whose search finds the lead; of the model, that of its row."""
        return cls._in_force(scope).where(cls.finds_lead(lead)).order_by(cls.created_at, cls.id)

    @classmethod
    def finds_lead(cls, lead):
        """Return the condition that a hold's search finds the lead; of the model, that of its row."""
        return (cls.search.is_null(False) & cls.title_key.is_null()
                & (cls.practice_area.is_null() | (cls.practice_area == lead.practice_area))
                & (cls.client_key.is_null() | _has_words(cls.client_key, Cast(lead.search_key, "text"))))

    @classmethod
    def covers_matter(cls, firm_id, matter_id):
        """Return the condition, for rows with these two columns, that a hold in force covers the matter."""
        matters = _matters().where(MATTERS.c.id == matter_id, cls._covers())
        return fn.EXISTS(cls.select(Value(1)).where(
            cls.firm_id == firm_id, cls.lifted_at.is_null(), fn.EXISTS(matters)))

    @classmethod
    def covers_client(cls, firm_id, client_id):
        """As `covers_matter`, for a client or a matter of theirs."""
        matters = _matters().where(MATTERS.c.client_id == client_id, cls._covers())
        return fn.EXISTS(cls.select(Value(1)).where(
            cls.firm_id == firm_id, cls.lifted_at.is_null(),
            (cls.client_id == client_id) | fn.EXISTS(matters) | cls._finds(CLIENTS.c.id == client_id)))

    @classmethod
    def covers_lead(cls, leads):
        """As `covers_matter`, for rows of leads: a search finds them, or their matter or client is held."""
        return fn.EXISTS(cls.on_lead(leads, leads)) | cls.covers_client(leads.firm_id, leads.client_id)

    @classmethod
    def count_matters(cls, hold):
        """Return how many matters a hold covers at present.

        Its values are constants of the statement: the spellings of its words are made once and not for each matter.
        """
        covered = [MATTERS.c.firm_id == hold.firm_id] + [
            getattr(MATTERS.c, column) == value for column, value in (
                ("id", hold.matter_id), ("client_id", hold.client_id), ("practice_area", hold.practice_area)) if value]
        if hold.title_key:
            covered.append(_has_all(hold.title_key, MATTERS.c.title_key))
        if hold.client_key:
            covered.append(MATTERS.c.client_id.in_(CLIENTS.select(CLIENTS.c.id).where(
                CLIENTS.c.firm_id == hold.firm_id, _has_all(hold.client_key, CLIENTS.c.search_key))))
        return MATTERS.select(fn.COUNT(1)).where(*covered).scalar()

    @classmethod
    def shown(cls, holds):
        """Return a banner's details of these holds: why, until when, and who made them."""
        return holds.select(cls.id, cls.reason, cls.until, actor_name(cls.firm_id, cls.actor_id).alias("made_by"))

    @classmethod
    def as_column(cls, holds):
        """Return a column `holds` with the columns of `shown`, for `read_shown`."""
        listed = cls.shown(holds).alias("listed")
        return Select([listed], [fn.COALESCE(fn.JSON_AGG(SQL("listed")), SQL("'[]'::json"))]).alias("holds")

    @classmethod
    def to_remind_of(cls, moment):
        """Yield holds in force of all firms whose day may have come and whose firm was not reminded yet, in batches.

        Each has its `firm`, whose clock says whether it has.
        """
        return Order(cls.until).batches(cls.select(cls, Firm).join(
            Firm, on=(Firm.id == cls.firm_id), attr="firm").where(
                cls.lifted_at.is_null(), cls.reminded_at.is_null(), cls.until <= latest_day(moment)))

    @classmethod
    def _in_force(cls, scope):
        return cls.select().where(cls.firm_id == scope.firm_id, cls.lifted_at.is_null())

    @classmethod
    def _finds(cls, wanted):
        """Return the condition that a hold's search, by a name alone, finds a client that is `wanted`."""
        return fn.EXISTS(CLIENTS.select(Value(1)).where(
            CLIENTS.c.firm_id == cls.firm_id, wanted, cls.title_key.is_null(), cls.practice_area.is_null(),
            cls.client_key.is_null(False), _has_words(cls.client_key, CLIENTS.c.search_key)))

    @classmethod
    def _covers(cls):
        """Return the condition that a hold covers the row of matters, joined with that of its client."""
        found = (cls.search.is_null(False)
                 & (cls.practice_area.is_null() | (cls.practice_area == MATTERS.c.practice_area))
                 & (cls.title_key.is_null() | _has_words(cls.title_key, MATTERS.c.title_key))
                 & (cls.client_key.is_null() | _has_words(cls.client_key, fn.COALESCE(CLIENTS.c.search_key, ""))))
        return (cls.matter_id == MATTERS.c.id) | (cls.client_id == MATTERS.c.client_id) | found


def read_shown(rows):
    """Return rows of `LegalHold.shown`, which were read as JSON, with dates."""
    return [row | {"until": row["until"] and date.fromisoformat(row["until"])} for row in rows]


def block_new_holds(scope):
    """Wait for holds of the firm that are being created, and make others wait until the transaction ends.

    Transactions that lose something do not wait for one another. Call it before any row is locked: a transaction that
    creates a hold has locked the firm, and then refers to its client or matter.
    """
    db.execute_sql("SELECT pg_advisory_xact_lock_shared(%s, hashtext(%s))", (_LOCK, scope.firm_id))


def block_losses(scope):
    """Wait until transactions that lose data have ended, and block new ones until this one has ended."""
    db.execute_sql("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (_LOCK, scope.firm_id))


def _matters():
    return MATTERS.select(Value(1)).join(CLIENTS, JOIN.LEFT_OUTER, on=_same_client()).where(
        MATTERS.c.firm_id == LegalHold.firm_id)


def _same_client():
    return (CLIENTS.c.firm_id == MATTERS.c.firm_id) & (CLIENTS.c.id == MATTERS.c.client_id)


def _has_words(words, key):
    """Return the condition that each of the words of a folded text occurs in another one, as a search finds it.

    So it may lack a word's accents and apostrophes.
    """
    word = SQL("word")
    # Most words have neither: making other spellings of each for each matter takes five times as long.
    has_others = (fn.OCTET_LENGTH(word) > fn.LENGTH(word)) | (fn.STRPOS(word, "'") > 0)
    lacks_others = reduce(and_, (fn.STRPOS(key, each) == 0 for each in _other_spellings(word)))
    lacks_all = (fn.STRPOS(key, word) == 0) & (~has_others | lacks_others)
    return NodeList((SQL("NOT EXISTS (SELECT FROM unnest(string_to_array("), words, SQL(", ' ')) AS word WHERE "),
                     lacks_all, SQL(")")), glue="")


def _has_all(words, key):
    """As `_has_words`, of a text that is known."""
    def spellings(word):
        return (word,) if word.isascii() and "'" not in word else (word, *_other_spellings(Value(word)))

    return reduce(and_, (reduce(or_, (fn.STRPOS(key, each) > 0 for each in spellings(word))) for word in words.split()))


def _other_spellings(word):
    """Return the expressions for a word without its accents, and without its inner apostrophes either."""
    plain = in_name_order(word)
    return plain, fn.REGEXP_REPLACE(plain, "([^'])'(?=[^'])", r"\1", "g")
