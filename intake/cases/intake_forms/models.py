"""Intake forms and their queries."""

from peewee import CompositeKey, JSONField, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.audit.recording import current_actor
from intake.cases.matters.models import Matter, MatterPart
from intake.cases.templates.answers import check_answers
from intake.core.clock import now
from intake.core.db import Model
from intake.core.ids import new_id

from .known_answers import known_answers


class IntakeForm(MatterPart):
    """The questions to the client of a matter, and the answers so far.

    `draft` has the answers as typed, by question id; `answers` the submitted, clean answers; `page_saves` the number
    of the latest save of each page that saved of late, as `merging` reads it.
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
    page_saves = JSONField(null=True)

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
        """Return the draft and, until it is submitted, what the client's record has for questions without an answer."""
        return self.draft if self.submitted_at else known_answers(client, self.questions) | self.draft

    @property
    def is_begun(self):
        """Whether the client has answered anything; from then on their questions do not change."""
        return bool(self.draft) or self.submitted_at is not None

    @property
    def has_unsent_changes(self):
        """Whether the client has changed answers after they submitted the form."""
        return self.submitted_at is not None and self.answers != self._valid_draft

    @property
    def _valid_draft(self):
        return check_answers(self.questions, self.draft, partial=True)[0]

    @property
    def current_answers(self):
        """The submitted answers, else the valid ones among those typed so far."""
        return self._valid_draft if self.answers is None else self.answers

    @property
    def changes(self):
        """The changes of submitted answers, the latest first."""
        return [] if self.answers is None else AnswerChange.latest(self)


class AnswerChange(MatterPart):
    """A change of a submitted answer, by the client or by the firm."""

    prefix = "chg"
    resource = "answer_change"

    form_id = TextField()
    question_id = TextField()
    before = JSONField(null=True)
    after = JSONField(null=True)
    reason = TextField(null=True)
    actor_type = TextField()
    actor_id = TextField(null=True)

    SHOWN = 500
    """How many of a form's changes are read."""

    @classmethod
    def record(cls, form, before, after, reason=None):
        """Record the differences between two sets of answers, and return the ids of their questions."""
        ids = [question["id"] for question in form.questions if before.get(question["id"]) != after.get(question["id"])]
        actor, moment = current_actor(), now()
        if ids:
            cls.insert_many([{
                "id": new_id(cls.prefix), "firm_id": form.firm_id, "matter_id": form.matter_id, "form_id": form.id,
                "question_id": id, "before": before.get(id), "after": after.get(id), "reason": reason,
                "actor_type": actor.type, "actor_id": actor.id, "created_at": moment} for id in ids]).execute()
        return ids

    @classmethod
    def latest(cls, form):
        """Return the changes of the form, the latest first."""
        return list(cls.of(form).where(cls.form_id == form.id).order_by(
            cls.created_at.desc(), cls.id.desc()).limit(cls.SHOWN))


class AnswerView(Model):
    """When a person of the firm has last looked at a client's answers."""

    firm_id = TextField()
    form_id = TextField()
    user_id = TextField()
    seen_at = DateTimeTZField()

    class Meta:
        primary_key = CompositeKey("firm_id", "form_id", "user_id")

    @classmethod
    def record_look(cls, form, user_id):
        """Record that the person views the form now; return the time of their previous view, or None."""
        before = cls.alias()
        earlier = before.select(fn.MAX(before.seen_at)).where(
            before.firm_id == form.firm_id, before.form_id == form.id, before.user_id == user_id)
        looked = cls.insert(firm_id=form.firm_id, form_id=form.id, user_id=user_id, seen_at=now()).on_conflict(
            conflict_target=[cls.firm_id, cls.form_id, cls.user_id], preserve=[cls.seen_at])
        return looked.returning(earlier.alias("earlier")).tuples().execute()[0][0]
