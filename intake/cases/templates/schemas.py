"""The shapes of a template.

Texts are in the language in which the firm writes; `translations` has them in others: `{"es": {"label": "…"}}`.
"""

from marshmallow import Schema, ValidationError, post_load, validate, validates_schema

from intake.accounts.audit.states import ACTOR_TYPES
from intake.accounts.firms.states import PRACTICE_AREAS
from intake.cases.documents.schemas import DocumentIn, DocumentOut
from intake.cases.documents.states import DEFAULT_MAX_FILE_SIZE_MB
from intake.core import fields
from intake.core.schemas import Body, PageQuery, Patch

from .forms import check_conditions, repeated_names, with_ids
from .question_schemas import QuestionIn, QuestionOut, by_language
from .questions import MAX_QUESTIONS
from .states import LATEST_DAY, MAX_DOCUMENTS, MOST_REMINDERS, STATES, STOPS

_DOCUMENT: dict = {
    "description": None, "instructions": None, "category": None, "required": True, "accepted_types": [],
    "max_file_size_mb": DEFAULT_MAX_FILE_SIZE_MB, "translations": {}}


class _DocumentTexts(Body):
    """A document's texts in another language."""

    name = fields.Text(255)
    description = fields.Text(10_000, allow_none=True)
    instructions = fields.Text(10_000, allow_none=True)
    category = fields.Text(100, allow_none=True)


class TemplateDocumentIn(DocumentIn):
    """A document of the checklist; the client sees those of one `category` together."""

    translations = fields.Nested(by_language("_DocumentTranslations", _DocumentTexts))

    @post_load
    def _complete(self, document, **_):
        return _DOCUMENT | document


class _TemplateTexts(Body):
    """The template's texts in another language."""

    name = fields.Text(255)
    description = fields.Text(10_000, allow_none=True)


class ReminderRules(Body):
    """When clients are reminded, counted from the day on which the link was sent.

    `stop` says when that ends: once nothing is open, the form is sent, or the client has begun.
    """

    first_after_days = fields.Integer(required=True, validate=validate.Range(1, LATEST_DAY))
    every_days = fields.Integer(allow_none=True, validate=validate.Range(1, LATEST_DAY))
    at_most = fields.Integer(required=True, validate=validate.Range(0, MOST_REMINDERS))
    before_deadline_days = fields.Integer(allow_none=True, validate=validate.Range(1, LATEST_DAY))
    stop = fields.Choice(STOPS)

    @post_load
    def _complete(self, rules, **_):
        return {"every_days": None, "before_deadline_days": None, "stop": STOPS[0]} | rules


class TemplateIn(Body):
    READ_ONLY = ("id", "built_in", "questions_count", "documents_count", "version", "created_at",
                 "updated_at")

    name = fields.Text(255, required=True)
    case_type = fields.Text(64, allow_none=True)
    practice_area = fields.Choice(PRACTICE_AREAS, allow_none=True)
    state = fields.Choice(STATES, allow_none=True)
    description = fields.Text(10_000, allow_none=True)
    leave_button = fields.Flag()
    reminder_rules = fields.Nested(ReminderRules, allow_none=True)
    form = fields.List(fields.Nested(QuestionIn), validate=validate.Length(max=MAX_QUESTIONS))
    documents = fields.List(fields.Nested(TemplateDocumentIn), validate=validate.Length(max=MAX_DOCUMENTS))
    translations = fields.Nested(by_language("_TemplateTranslations", _TemplateTexts),
                         metadata={"example": {"es": {"name": "Accidente de auto"}}})
    matter_id = fields.Text(64, metadata={"description": "A matter whose checklist is cloned, before the documents."})

    @validates_schema(skip_on_field_errors=True)
    def _as_a_whole(self, template, **_):
        problems = {"form": check_conditions(with_ids(template.get("form", [])))[1],
                    "documents": repeated_names(template.get("documents", []))}
        if any(problems.values()):
            raise ValidationError({name: found for name, found in problems.items() if found})

    @post_load
    def _settled(self, template, **_):
        return template | ({"form": check_conditions(with_ids(template["form"]))[0]} if "form" in template else {})


class TemplatePatch(Patch, TemplateIn):
    class Meta(Body.Meta):
        exclude = ("matter_id",)


class TemplateQuery(PageQuery):
    case_type = fields.Text(64, not_blank=True)
    practice_area = fields.Choice(PRACTICE_AREAS)
    state = fields.Choice(STATES)
    built_in = fields.QueryFlag()
    search = fields.Text(255)


class TemplateRow(Schema):
    """A template in a list."""

    id = fields.String()
    name = fields.String()
    case_type = fields.String(allow_none=True)
    practice_area = fields.String(allow_none=True)
    state = fields.String(allow_none=True)
    description = fields.String(allow_none=True)
    built_in = fields.Boolean()
    questions_count = fields.Integer()
    documents_count = fields.Integer()
    version = fields.Integer()
    created_at = fields.Timestamp()
    updated_at = fields.Timestamp()


class TemplateDocumentOut(Schema):
    name = fields.String()
    description = fields.String(allow_none=True)
    instructions = fields.String(allow_none=True)
    category = fields.String(allow_none=True)
    required = fields.Boolean()
    accepted_types = fields.List(fields.String())
    max_file_size_mb = fields.Integer()
    translations = fields.JsonObject()


class TemplateOut(TemplateRow):
    leave_button = fields.Boolean()
    reminder_rules = fields.JsonObject(allow_none=True)
    form = fields.List(fields.Nested(QuestionOut))
    documents = fields.List(fields.Nested(TemplateDocumentOut))
    translations = fields.JsonObject()


class TemplateContent(TemplateOut):
    """What a version holds, as a template is written."""

    class Meta:
        exclude = ("id", "built_in", "questions_count", "documents_count", "version", "created_at", "updated_at")


class TemplateVersionRow(Schema):
    """A version of a template in a list, and who saved it."""

    id = fields.String()
    number = fields.Integer()
    questions_count = fields.Integer()
    documents_count = fields.Integer()
    actor_type = fields.Choice(ACTOR_TYPES)
    actor_id = fields.String(allow_none=True)
    created_at = fields.Timestamp()


class TemplateVersionOut(Schema):
    id = fields.String()
    number = fields.Integer()
    content = fields.Nested(TemplateContent)
    actor_type = fields.Choice(ACTOR_TYPES)
    actor_id = fields.String(allow_none=True)
    created_at = fields.Timestamp()


class ChecklistIn(Body):
    template_id = fields.Text(64, required=True)


class ChecklistOut(Schema):
    """The document requests that were added, and all of the matter."""

    matter_id = fields.String()
    template_id = fields.String()
    intake_template_id = fields.String(allow_none=True)
    added = fields.List(fields.Nested(DocumentOut))
    documents = fields.List(fields.Nested(DocumentOut))
