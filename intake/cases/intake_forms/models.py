"""Intake forms and their queries."""

from peewee import JSONField, TextField
from playhouse.postgres_ext import DateTimeTZField

from intake.cases.matters.models import Matter, MatterPart
from intake.cases.templates.answers import check_answers
from intake.core.clock import now

from .known_answers import known_answers


class IntakeForm(MatterPart):
    """The questions to the client of a matter, and the answers so far.

    `draft` has what was typed, by question id and as it was typed; `answers` the submitted, clean answers.
    """

    prefix = "intf"
    resource = "intake_form"

    client_id = TextField()
    template_id = TextField(null=True)
    questions = JSONField()
    draft = JSONField(default=dict)
    answers = JSONField(null=True)
    saved_at = DateTimeTZField(null=True)
    submitted_at = DateTimeTZField(null=True)
    updated_at = DateTimeTZField()

    @classmethod
    def of_matter(cls, matter):
        """Return a query for the form of the matter's present client."""
        return cls.of(matter).where(cls.matter_id == matter.id, cls.client_id == matter.client_id)

    @classmethod
    def of_client(cls, scope, matter_id):
        """Return a query for the form of the client whom the matter with this id has at present."""
        client = Matter.of(scope, Matter.client_id).where(Matter.id == matter_id)
        return cls.of(scope).where(cls.matter_id == matter_id, cls.client_id == client)

    @classmethod
    def unsubmitted(cls, matter):
        """Return a query for the form that the matter's client has still to submit."""
        return cls.of_matter(matter).where(cls.submitted_at.is_null(), cls.questions != [])

    @classmethod
    def save_questions(cls, matter, template_id, questions):
        """Save the questions for the matter's client, unless they have begun to answer others."""
        row = cls(firm_id=matter.firm_id, matter_id=matter.id, client_id=matter.client_id, template_id=template_id,
                  questions=questions, updated_at=now())
        cls.insert(**row.__data__, created_at=now()).on_conflict(
            conflict_target=[cls.firm_id, cls.matter_id, cls.client_id],
            update={cls.template_id: template_id, cls.questions: questions, cls.updated_at: now()},
            where=(cls.draft == {}) & cls.submitted_at.is_null()).execute()

    def typed_by(self, client):
        """Return the draft, and for questions that it has no answer to what the client's record has."""
        return known_answers(client, self.questions) | self.draft

    @property
    def is_begun(self):
        """Whether the client has answered anything; from then on their questions do not change."""
        return bool(self.draft) or self.submitted_at is not None

    @property
    def current_answers(self):
        """The submitted answers, else the valid ones among those typed so far."""
        return check_answers(self.questions, self.draft, partial=True)[0] if self.answers is None else self.answers
