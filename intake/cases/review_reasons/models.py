"""The reasons of a firm: the table and its queries."""

from peewee import IntegerField, JSONField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.core.clock import now
from intake.core.ids import new_id
from intake.core.schemas import Page
from intake.core.tenancy import RemovableRecord

from .states import BUILT_IN


class ReviewReason(RemovableRecord):
    """A reason for rejecting files, with its text by language.

    A removed one stays as a row, so that a built-in reason is not added again.
    """

    prefix = "rsn"
    resource = "reason"
    is_of_no_matter = True

    built_in = TextField(null=True)
    text = JSONField()
    position = IntegerField()
    updated_at = DateTimeTZField()

    def given(self):
        """Return the data stored with a file that is rejected for this reason."""
        return {"id": self.id, "text": self.text}

    @classmethod
    def listed(cls, scope, query):
        """Return a page of the firm's reasons in their order."""
        return Page.of(cls.of(scope).order_by(cls.position, cls.id), query)

    @classmethod
    def last_position(cls, scope):
        """Return the greatest position of the firm's reasons, 0 without any."""
        return cls.of(scope, fn.MAX(cls.position)).scalar() or 0

    @classmethod
    def add_built_in(cls, scope):
        """Add the built-in reasons that the firm never had."""
        moment = now()
        cls.insert_many([
            {"id": new_id(cls.prefix), "firm_id": scope.firm_id, "built_in": name, "text": text, "position": place,
             "created_at": moment, "updated_at": moment}
            for place, (name, text) in enumerate(BUILT_IN.items(), 1)
        ]).on_conflict(conflict_target=[cls.firm_id, cls.built_in], action="IGNORE").execute()
