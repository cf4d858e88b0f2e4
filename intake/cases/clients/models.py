"""The clients of a firm: the table and its queries."""

from peewee import BackrefAccessor, DateField, IntegerField, JSONField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.core.changes import order_of
from intake.core.clock import now
from intake.core.cursors import Order
from intake.core.ids import is_id
from intake.core.name_locks import lock_name, share_name
from intake.core.paging import selected_by
from intake.core.rare_words import count_rare, has_parts, rare_parts
from intake.core.tenancy import FirmRecord
from intake.core.text_search import contains


class Client(FirmRecord):
    """A person or company that the firm represents."""

    prefix = "cli"
    resource = "client"

    first_name = TextField()
    last_name = TextField()
    email = TextField(null=True)
    email_key = TextField(null=True)
    phone = TextField(null=True)
    date_of_birth = DateField(null=True)
    address = JSONField(null=True)
    notes = TextField(null=True)
    custom_fields = JSONField(default=dict)
    search_key = TextField()
    last_name_key = TextField()
    matters_count = IntegerField(default=0)
    contact_preferences = JSONField(null=True)
    merged_into = TextField(null=True)
    updated_at = DateTimeTZField()
    changed_at = DateTimeTZField(default=now)
    matters: BackrefAccessor
    """The other end of `Matter.client`, which adds it here: clients come first in the order of features."""

    is_shown = merged_into.is_null()

    searched = search_key, phone
    """The columns of the index of the parts of words."""

    @property
    def full_name(self):
        """The first and the last name."""
        return f"{self.first_name} {self.last_name}"

    @classmethod
    def merge_target(cls, scope, id):
        """Return the id of the client into whom the one with this id was merged, None if it was not or is gone."""
        found = cls.select(cls.merged_into).where(cls.firm_id == scope.firm_id, cls.id == id)
        return found.scalar() if is_id(id) else None

    @classmethod
    def fetch_to_refer(cls, scope, id):
        """As `fetch`, for a row that will refer to the client, who is not merged until the transaction ends.

        Call `block_merge` before, if a matter that the client is to have gets locked first.
        """
        cls.block_merge(id)
        return cls.found(id, cls.of(scope).for_update("FOR KEY SHARE"))

    @staticmethod
    def block_merge(id):
        """Wait for a merge of the client in progress, and make others wait until the transaction ends.

        A merge first waits for transactions that give the client a matter, then locks the client's matters, then the
        client: a matter that the client got in between could no longer be locked in this order.
        """
        if is_id(id):
            share_name(f"client {id}")

    @staticmethod
    def block_new_matters(ids):
        """Wait until transactions that give these clients a matter have ended, and block new ones."""
        for id in sorted(ids):
            lock_name(f"client {id}")

    @classmethod
    def seen_by_assignee(cls, scope):
        """Limit an assignee to the clients of their matters; see `FirmRecord`."""
        matters = cls.matters.rel_model
        return selected_by(cls.id, matters.of(scope, matters.client_id))

    @classmethod
    def matters_count_for(cls, scope):
        """Return the column `matters_count`; for an assignee, count only the matters assigned to them."""
        if scope.assignee is None:
            return cls.matters_count
        matters = cls.matters.rel_model
        return matters.of(scope, fn.COUNT(1)).where(matters.client_id == cls.id).alias("matters_count")

    @classmethod
    def listed(cls, scope, query, *more_keys):
        """Return the page of clients that the `ClientQuery` asks for, as rows of `ClientRow`.

        `more_keys` are further columns of the index that its search looks at, too.
        """
        search, keys = query.get("search"), [cls.search_key, *more_keys]
        order = order_of(cls, query, cls.order(query["sort"], query["order"]))
        unshown = [] if order.column is cls.created_at else [order.column]
        rows = cls.matching(scope, search, *more_keys).select_extend(*unshown)
        if not search or "updated_since" in query:
            page = order.page(scope, rows, query, _as_dictionaries)
        elif query.get("cursor"):
            parts = rare_parts(scope, search, cls, keys)
            page = order.page(scope, rows.where(*cls._having(parts)), query, _as_dictionaries)
        else:
            shown = query["page"] * query["per_page"]
            parts, total, is_least = count_rare(scope, search, rows, keys, cls.searched, shown)
            page = order.counted_page(scope, rows.where(*cls._having(parts)), query, _as_dictionaries, total, is_least)
        return page.without(*(column.name for column in unshown))

    @classmethod
    def order(cls, sort, order):
        """Return the `Order` of a list by this key."""
        return Order(cls.last_name_key if sort == "last_name" else cls.created_at, ascending=order == "asc")

    @classmethod
    def matching(cls, scope, search, *more_keys):
        """Return a query for the clients that the search finds, all without one, with what lists show of them."""
        rows = cls.of(scope, cls.id, cls.first_name, cls.last_name, cls.email, cls.phone, cls.matters_count_for(scope),
                      cls.created_at)
        return rows.where(contains(search, cls.search_key, *more_keys)) if search else rows

    @classmethod
    def _having(cls, parts):
        return [has_parts(cls, cls.searched, parts)] if parts else []


def _as_dictionaries(rows):
    return rows.dicts()
