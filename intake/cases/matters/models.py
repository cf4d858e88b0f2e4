"""Matters, and the questions asked of them."""

from functools import lru_cache
from typing import NamedTuple

from peewee import CompositeKey, IntegerField, JSONField, Model, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.cases.clients.models import Client
from intake.core.db import CompiledQuery, Parameter, db
from intake.core.errors import NotFound
from intake.core.ids import is_id
from intake.core.paging import Window
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord
from intake.core.text_search import contains

from .states import ACTIVE


class Matter(FirmRecord):
    """A legal case or engagement (interface, "Matter")."""

    prefix = "mat"
    resource = "matter"

    title = TextField()
    title_key = TextField()
    status = TextField(default=ACTIVE)
    practice_area = TextField()
    client_id = TextField(null=True)
    description = TextField(null=True)
    assigned_attorney = TextField(null=True)
    intake_template_id = TextField(null=True)
    custom_fields = JSONField(default=dict)
    tags = JSONField(default=list)
    intake_link = TextField(null=True)
    documents_count = IntegerField(default=0)
    documents_complete = IntegerField(default=0)
    archived_at = DateTimeTZField(null=True)
    updated_at = DateTimeTZField()

    class Meta:
        table_name = "matters"

    @classmethod
    def seen_by_assignee(cls, scope):
        """See `FirmRecord`: the matters that are assigned to the assignee, under whichever of the names."""
        return cls.assigned_attorney.in_(scope.assignee)

    @property
    def client(self):
        """The matter's client, None if it has none. One statement: for single matters, not for lists."""
        return Client.of(self).where(Client.id == self.client_id).first() if self.client_id else None

    @classmethod
    def listed(cls, scope, query):
        """The page of the firm's matters that the `MatterQuery` asks for, as rows of `MatterRow`."""
        filters = tuple(name for name in ("status", "practice_area", "client_id") if query.get(name))
        values = {"firm_id": scope.firm_id} | {name: query[name] for name in filters}
        asker = _ASSIGNEE if scope.assignee else _WHOLE_FIRM
        values |= zip(asker.assignee or (), scope.assignee or (), strict=True)
        asked = asker, filters, query.get("search")
        total = _total(*asked).value(**values)
        window = Window.of(query, total)
        page = _page(*asked, query["sort"], query["order"], window.is_far, window.from_end)
        return Page(page.rows(**values, limit=window.limit, offset=window.offset), total, query)

    @classmethod
    def of_client(cls, scope, client_id):
        """The client's matters as far as `scope` sees them, newest first."""
        return cls.of(scope).where(cls.client_id == client_id).order_by(cls.created_at.desc(), cls.id.desc())


class MatterCount(Model):
    """How many matters a firm has of each status and practice area; a trigger keeps it true."""

    firm_id = TextField()
    status = TextField()
    practice_area = TextField()
    total = IntegerField()

    class Meta:
        database = db
        table_name = "matter_counts"
        primary_key = CompositeKey("firm_id", "status", "practice_area")


class _Asker(NamedTuple):
    """Stands in for the `scope` of a statement that is written before anybody asks."""

    firm_id: Parameter
    assignee: tuple | None


_WHOLE_FIRM = _Asker(Parameter("firm_id"), None)
_ASSIGNEE = _Asker(Parameter("firm_id"), (Parameter("assignee"), Parameter("assignee_too")))

# The two statements of the list. There are not many ways to ask for it, so each is written once; every search is a way
# of its own, hence the limit to how many are kept.


@lru_cache(500)
def _page(asker, filters, search, sort, order, is_far, from_end):
    """The matters in a `Window`, in the order asked for."""
    column = Matter.title_key if sort == "title" else getattr(Matter, sort)
    upward, downward = (column.asc(), Matter.id.asc()), (column.desc(), Matter.id.desc())
    asked, opposite = (upward, downward) if order == "asc" else (downward, upward)
    shown = (Matter.id, Matter.title, Matter.status, Matter.practice_area, Matter.client_id, Matter.documents_count,
             Matter.created_at)
    window = (_matching(asker, filters, search).order_by(*(opposite if from_end else asked))
              .limit(Parameter("limit")).offset(Parameter("offset")))
    if is_far or search:
        # An index alone says which matters they are; what lies before them or does not match is never read.
        window = _matching(asker, (), None).where(Matter.id.in_(window.select(Matter.id))).order_by(*asked)
    return CompiledQuery(window.select(*shown))


@lru_cache(500)
def _total(asker, filters, search):
    """How many matters there are on all pages: counted where the kept counts do not tell."""
    if asker.assignee or search or "client_id" in filters:
        return CompiledQuery(_matching(asker, filters, search).select(fn.COUNT(1)))
    kept = [getattr(MatterCount, name) == Parameter(name) for name in ("firm_id", *filters)]
    return CompiledQuery(MatterCount.select(fn.COALESCE(fn.SUM(MatterCount.total), 0)).where(*kept))


def _matching(asker, filters, search):
    conditions = [getattr(Matter, name) == Parameter(name) for name in filters]
    if search:
        conditions.append(contains(search, Matter.title_key))
    return Matter.of(asker).where(*conditions)


class MatterPart(FirmRecord):
    """A row that belongs to a matter."""

    matter_id = TextField()

    @classmethod
    def seen_by_assignee(cls, scope):
        """See `FirmRecord`: the rows of the matters that are seen."""
        return cls.matter_id.in_(Matter.of(scope, Matter.id))

    @classmethod
    def page_of(cls, scope, matter_id, query, order, conditions=(), extend=lambda rows: rows):
        """A page of the matter's rows in this order. Raises `NotFound` if the firm has no such matter.

        `extend` may join to the rows what else is to be shown of them.
        """
        rows = cls.of(scope).where(cls.matter_id == matter_id, *conditions)
        # The matter and the total in one statement: is it there, and how many rows has it?
        matter = Matter.fetch(scope, matter_id, rows.select(fn.COUNT(1)).alias("total"))
        page = extend(rows).order_by(*order).paginate(query["page"], query["per_page"])
        return Page(page, matter.total, query)

    @classmethod
    def fetch_in(cls, scope, matter_id, id):
        """The row with this id of this matter. Raises `NotFound`, naming whichever of the two is unknown."""
        row = cls.of(scope).where(cls.matter_id == matter_id, cls.id == id).first() if is_id(id) else None
        if row is None:
            Matter.fetch(scope, matter_id)
            raise NotFound(cls.resource, id)
        return row
