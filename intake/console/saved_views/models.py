"""Saved views: the table and its queries."""

from peewee import BooleanField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord
from intake.core.text_search import in_name_order

from .addresses import view_address
from .states import IN_ROW, OF_RECORDS, SHOWN


class SavedView(FirmRecord):
    """A named address of the console: the firm's if it is `shared`, else only its owner's."""

    prefix = "view"
    resource = "view"
    is_personal = True

    user_id = TextField(null=True)
    name = TextField()
    page = TextField()
    shared = BooleanField()
    updated_at = DateTimeTZField()

    @classmethod
    def seen_by(cls, scope):
        """Return the condition for the views that the caller may see: the firm's, and the person's own.

        People who see only assigned matters do not see the firm's views that search for a name or a record, because the
        view's own name probably contains it.
        """
        user = getattr(scope, "user", None)
        shared = cls.shared if scope.assignee is None else cls.shared & ~cls.page.regexp(OF_RECORDS)
        return (cls.firm_id == scope.firm_id) & (shared | (cls.user_id == user.id) if user else shared)

    @classmethod
    def listed(cls, caller, query):
        """Return a page of the views that the caller may see, by name."""
        return Page.of(cls.of(caller).order_by(in_name_order(cls.name), cls.id), query)

    @classmethod
    def of_list(cls, caller, address):
        """Return a query for the views of the list at this address."""
        return cls.of(caller).where(fn.SPLIT_PART(cls.page, "?", 1) == address.partition("?")[0]).order_by(
            in_name_order(cls.name), cls.id).limit(SHOWN)


class ViewsOfList:
    """The views of the list at an address: the open one, those in a row above it, and the further ones of its menu."""

    def __init__(self, address, views):
        self.address, self.all = view_address(address), list(views)
        self.open = next((view for view in self.all if view_address(view.page) == self.address), None)
        self.is_filtered = self.address != self.address.partition("?")[0]
        self.in_row = [view for place, view in enumerate(self.all) if place < IN_ROW or view is self.open]
        self.further = [view for view in self.all if view not in self.in_row]
