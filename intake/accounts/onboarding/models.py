"""The progress of a firm's onboarding."""

from typing import Any, Self

from peewee import SQL, Case, JSONField, Select, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.core.db import Model
from intake.core.tenancy import FirmScope

STEPS = ("welcome", "practice_areas", "doc_templates", "notifications", "invite_team", "ready")
"""In order; step 1 is the first."""


class Onboarding(Model):
    """The steps that a firm has taken, and the data it gave (docs/behaviour.md, "The firm")."""

    firm_id = TextField(primary_key=True)
    steps = JSONField(default=list)
    practice_areas = JSONField(default=list)
    doc_templates = JSONField(default=list)
    completed_at = DateTimeTZField(null=True)
    updated_at = DateTimeTZField()

    class Meta:
        table_name = "onboarding"

    @classmethod
    def of(cls, scope: FirmScope) -> Self:
        """Return the firm's progress; a new, unsaved row if it has not begun."""
        return cls.get_or_none(cls.firm_id == scope.firm_id) or cls(firm_id=scope.firm_id)

    @classmethod
    def open_steps(cls, scope: FirmScope) -> Any:
        """Return a query with a row for each step that is open; none once onboarding is completed."""
        open_steps = Case(None, [(cls.completed_at.is_null(False), 0)], len(STEPS) - fn.jsonb_array_length(cls.steps))
        count = fn.COALESCE(cls.select(open_steps).where(cls.firm_id == scope.firm_id), len(STEPS))
        return Select([fn.generate_series(1, count).alias("open_steps")], [SQL("1")])

    @property
    def completed(self) -> bool:
        """Whether the firm has completed onboarding, regardless of the steps taken."""
        return self.completed_at is not None

    @property
    def steps_taken(self) -> dict[str, bool]:
        """Whether each step was taken."""
        return {step: step in self.steps for step in STEPS}

    @property
    def current_step(self) -> int:
        """The number of the first step that was not taken, or of the last one."""
        return next((number for number, step in enumerate(STEPS, 1) if step not in self.steps), len(STEPS))

    def upsert(self) -> None:
        """Insert or update the row."""
        every = list(self._meta.sorted_fields)
        Onboarding.insert(self.__data__).on_conflict(conflict_target=[Onboarding.firm_id], preserve=every).execute()
