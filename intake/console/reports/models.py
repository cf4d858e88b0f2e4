"""Reports and their schedules: the tables and their queries."""

from typing import Any

from peewee import JOIN, DateField, IntegerField, JSONField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.access.caller import Caller
from intake.accounts.audit.models import AuditEntry
from intake.accounts.generated_files.models import GeneratedFile
from intake.accounts.users.models import User
from intake.accounts.users.states import ACTIVE
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord
from intake.core.text_search import folded

from .states import LONGEST_WAIT


class _OfItsMaker(FirmRecord):
    """A record that belongs to the person or the key that made it; callers who may read the firm see all."""

    is_personal = True

    user_id = TextField(null=True)
    api_key_id = TextField(null=True)
    type = TextField()
    format = TextField()
    filters = JSONField()
    recipients = JSONField()
    language = TextField()

    @classmethod
    def seen_by(cls, scope):
        """Return the condition for the rows that `scope` may see; a firm itself sees all of its own."""
        own = cls.firm_id == scope.firm_id
        if not isinstance(scope, Caller) or scope.may("firms:read"):
            return own
        return own & (cls.seen_by_person(scope) if scope.user else cls.api_key_id == scope.holder)

    @classmethod
    def with_makers(cls, caller):
        """Return all rows that the caller may see, the newest first, each with its `maker`, None for a key."""
        maker = User.referenced_by(cls.user_id)
        return list(cls.of(caller, cls, User.id, User.firm_id, User.first_name, User.last_name, User.email)
                    .join(User, JOIN.LEFT_OUTER, on=maker, attr="maker")
                    .order_by(cls.created_at.desc(), cls.id.desc()))

    @classmethod
    def seen_by_person(cls, caller):
        """Return the condition for the rows that the caller's person may see."""
        return cls.user_id == caller.user.id

    def may_be_removed_by(self, caller):
        """Whether the caller made it or may change the firm; others can only see it."""
        is_own = caller.user.id == self.user_id if caller.user else caller.holder == self.api_key_id
        return is_own or caller.may("firms:write")

    def require_removable(self, caller):
        """Raise `InsufficientScope` or `Forbidden` unless the caller may remove it."""
        if not self.may_be_removed_by(caller):
            caller.require("firms:write")


class Report(_OfItsMaker, GeneratedFile):
    """A report that is being made, or was made in the last 7 days."""

    prefix = "rpt"
    resource = "report"
    removal_task = "remove_report_files"

    schedule_id = TextField(null=True)
    recipients = JSONField(default=list)
    first_day = DateField(null=True)
    last_day = DateField(null=True)
    rows = IntegerField(null=True)

    @property
    def shown_filters(self):
        """The filters in the same form as those of a type, each with its chosen value only."""
        return [{"name": name, "values": [value]} for name, value in self.filters.items()]

    @classmethod
    def seen_by_person(cls, caller):
        """Extend it to the people to whom a report is sent.

        People who see only assigned matters see only their own reports, and none from before they got this role or lost
        a matter.
        """
        own = super().seen_by_person(caller)
        if caller.assignee is not None:
            return own & ~fn.EXISTS(AuditEntry.rights_reduced(cls.firm_id, cls.user_id, cls.created_at))
        address = User.of(caller, User.email_key).where(User.id == caller.user.id)
        return own | fn.JSONB_EXISTS(cls.recipients, address)


class ReportSchedule(_OfItsMaker):
    """A report that is made every week or month and sent as a link."""

    prefix = "rsch"
    resource = "report_schedule"

    frequency = TextField()
    next_at = DateTimeTZField()

    @classmethod
    def due(cls, moment):
        """Return the ids of all firms' schedules that are due, or that a wrong clock has postponed."""
        return list(cls.select(cls.id).where(cls._is_due(moment)).order_by(cls.next_at).scalars())

    @classmethod
    def claim_due(cls, id, moment):
        """Return the schedule, locked until the transaction ends, if it is due and no other worker has it."""
        due: Any = cls.select().where(cls.id == id, cls._is_due(moment))
        return due.for_update(skip_locked=True).first()

    @classmethod
    def _is_due(cls, moment):
        return (cls.next_at <= moment) | (cls.next_at > moment + LONGEST_WAIT)


def addresses_at_work(firm, addresses):
    """Return the folded addresses among these that are the firm's own or belong to a person who may sign in."""
    people = User.of(firm, User.email_key).where(User.email_key.in_(addresses), User.status == ACTIVE)
    known = {folded(firm.email), *people.scalars()}
    return [address for address in addresses if address in known]


def page_of(rows, query):
    """Return a page of a list in memory."""
    first = (query["page"] - 1) * query["per_page"]
    return Page(rows[first:first + query["per_page"]], len(rows), query)
