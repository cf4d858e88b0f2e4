"""How far a firm has come with setting itself up."""

from peewee import JSONField, Model, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.core.db import db

from .states import STEPS


class Onboarding(Model):
    """The steps that a firm took, and what it said there (interface, "Onboarding state")."""

    firm_id = TextField(primary_key=True)
    steps = JSONField(default=list)
    practice_areas = JSONField(default=list)
    doc_templates = JSONField(default=list)
    completed_at = DateTimeTZField(null=True)
    updated_at = DateTimeTZField()

    class Meta:
        database = db
        table_name = "onboarding"

    @classmethod
    def of(cls, scope):
        """How far the firm has come; not yet stored if it has not begun."""
        return cls.get_or_none(cls.firm_id == scope.firm_id) or cls(firm_id=scope.firm_id)

    @property
    def completed(self):
        """Whether the firm said that it is done, whatever steps it took."""
        return self.completed_at is not None

    @property
    def steps_taken(self):
        """For every step whether it was taken."""
        return {step: step in self.steps for step in STEPS}

    @property
    def current_step(self):
        """The number of the first step that was not taken; the last one's when all were."""
        return next((number for number, step in enumerate(STEPS, 1) if step not in self.steps), len(STEPS))

    def keep(self):
        """Store it, for the first time or again."""
        values = {field: getattr(self, name) for name, field in self._meta.fields.items()}
        rest = {field: value for field, value in values.items() if not field.primary_key}
        Onboarding.insert(values).on_conflict(conflict_target=[Onboarding.firm_id], update=rest).execute()
