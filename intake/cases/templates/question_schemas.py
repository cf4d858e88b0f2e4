"""The shapes of a form's questions, their conditions and translations."""

from marshmallow import Schema, ValidationError, post_load, validate, validates_schema
from marshmallow.fields import Raw

from intake.core import fields
from intake.core.languages import LANGUAGES
from intake.core.schemas import Body

from .forms import with_ids
from .question_types import QUESTION_TYPES, type_of
from .question_types.date import FUTURE, PAST, WHEN, Date
from .question_types.entry_fields import FIELD_TYPES, MAX_FIELDS
from .question_types.entry_list import MAX_ENTRIES, MOST_ENTRIES, EntryList
from .questions import MAX_OPTIONS

_KEY = validate.Regexp(r"^[A-Za-z][A-Za-z0-9_-]{0,63}\Z",
                       error="Must begin with a letter; letters, digits, _ and - may follow, 64 characters in all.")
_MAX_ANSWER = 10_000
_QUESTION: dict = {
    "section": None, "help": None, "required": False, "options": [], "when": None, "shown_if": None, "translations": {}}
_FIELD: dict = {"required": False, "options": [], "when": None, "translations": {}}
_LIST: dict = {"entry_label": None, "min_entries": 0}
_OF_LISTS = ("entry_label", "fields", "min_entries", "max_entries")


def _check_length(answer):
    if isinstance(answer, str) and len(answer) > _MAX_ANSWER:
        raise ValidationError(f"Longer than maximum length {_MAX_ANSWER}.")


class _QuestionTexts(Body):
    """A question's texts in another language, `options` in the same order."""

    label = fields.Text(500)
    help = fields.Text(2000, allow_none=True)
    section = fields.Text(200, allow_none=True)
    options = fields.List(fields.Text(200, required=True), validate=validate.Length(max=MAX_OPTIONS))
    entry_label = fields.Text(100, allow_none=True)


class _FieldTexts(Body):
    """A field's texts in another language, `options` in the same order."""

    label = fields.Text(500)
    options = fields.List(fields.Text(200, required=True), validate=validate.Length(max=MAX_OPTIONS))


def by_language(name, texts):
    """Return a schema of this name with a field for each language, whose value is given as a whole."""
    return type(name, (Body,), {"__module__": __name__} | {code: fields.Nested(texts) for code in LANGUAGES})


_QuestionTranslations = by_language("_QuestionTranslations", _QuestionTexts)
_FieldTranslations = by_language("_FieldTranslations", _FieldTexts)


def _check_type(question):
    """Raise `ValidationError` unless `when` and the options, translated ones included, suit the type."""
    options = question.get("options", [])
    if question.get("when") and question["type"] != Date.name:
        raise ValidationError("Is for dates only.", "when")
    type_of(question).check_options(options)
    for language, texts in question.get("translations", {}).items():
        if "options" in texts and len(texts["options"]) != len(options):
            raise ValidationError({"translations": {language: {"options": ["Must be as many as the options."]}}})


class ConditionIn(Body):
    """The question is asked only if the earlier one has this answer; of several choices, this one among them."""

    question = fields.Text(64, required=True)
    equals = Raw(required=True, validate=_check_length, metadata={
        "type": ["string", "number", "boolean"], "maxLength": _MAX_ANSWER})


class FieldIn(Body):
    """A field that each entry of a list has. Without an `id` it gets one made from its label."""

    id = fields.Text(64, validate=_KEY)
    type = fields.Choice(FIELD_TYPES, required=True)
    label = fields.Text(500, required=True)
    required = fields.Flag()
    options = fields.List(fields.Text(200, required=True), validate=validate.Length(max=MAX_OPTIONS))
    when = fields.Choice((PAST, FUTURE), allow_none=True)
    translations = fields.Nested(_FieldTranslations)

    @validates_schema(skip_on_field_errors=True)
    def _fits(self, field, **_):
        _check_type(field)

    @post_load
    def _complete(self, field, **_):
        return _FIELD | field


class QuestionIn(Body):
    """A question of the form. Without an `id` it gets one made from its label."""

    id = fields.Text(64, validate=_KEY)
    type = fields.Choice(QUESTION_TYPES, required=True)
    label = fields.Text(500, required=True)
    help = fields.Text(2000, allow_none=True)
    section = fields.Text(200, allow_none=True)
    required = fields.Flag()
    options = fields.List(fields.Text(200, required=True), validate=validate.Length(max=MAX_OPTIONS))
    when = fields.Choice(WHEN, allow_none=True)
    entry_label = fields.Text(100, allow_none=True)
    entry_fields = fields.List(fields.Nested(FieldIn), data_key="fields", attribute="fields",
                               validate=validate.Length(max=MAX_FIELDS))
    min_entries = fields.Integer(allow_none=True, validate=validate.Range(0, MAX_ENTRIES))
    max_entries = fields.Integer(allow_none=True, validate=validate.Range(1, MAX_ENTRIES))
    shown_if = fields.Nested(ConditionIn, allow_none=True)
    translations = fields.Nested(_QuestionTranslations)

    @validates_schema(skip_on_field_errors=True)
    def _fits(self, question, **_):
        _check_type(question)
        if question["type"] == EntryList.name:
            _check_list(question)
        elif found := next((name for name in _OF_LISTS if question.get(name)), None):
            raise ValidationError("Is for lists only.", found)

    @post_load
    def _complete(self, question, **_):
        question = _QUESTION | {name: value for name, value in question.items() if name not in _OF_LISTS or value}
        if question["type"] != EntryList.name:
            return question
        most = max(MOST_ENTRIES, question.get("min_entries", 0))
        return _LIST | {"max_entries": most} | question | {"fields": with_ids(question["fields"])}


def _check_list(question):
    """Raise `ValidationError` unless it has fields, each with another id, and at most as many entries as it may have.
    """
    given = question.get("fields", [])
    if not given:
        raise ValidationError("Needs fields.", "fields")
    ids = [field.get("id") for field in given]
    repeated = {number: {"id": ["Another field has this id."]} for number, id in enumerate(ids)
                if id and id in ids[:number]}
    if repeated:
        raise ValidationError({"fields": repeated})
    if (question.get("min_entries") or 0) > (question.get("max_entries") or MAX_ENTRIES):
        raise ValidationError("Must be at least min_entries.", "max_entries")


class ConditionOut(Schema):
    question = fields.String()
    equals = Raw()


class FieldOut(Schema):
    id = fields.String()
    type = fields.Choice(FIELD_TYPES)
    label = fields.String()
    required = fields.Boolean()
    options = fields.List(fields.String())
    when = fields.Choice((PAST, FUTURE), allow_none=True)
    translations = fields.JsonObject()


class QuestionOut(Schema):
    """`entry_label`, `fields`, `min_entries` and `max_entries` are there for lists only."""

    id = fields.String()
    type = fields.Choice(QUESTION_TYPES)
    label = fields.String()
    help = fields.String(allow_none=True)
    section = fields.String(allow_none=True)
    required = fields.Boolean()
    options = fields.List(fields.String())
    when = fields.Choice(WHEN, allow_none=True)
    entry_label = fields.StringOrAbsent()
    entry_fields = fields.ListOrAbsent(fields.Nested(FieldOut), data_key="fields", attribute="fields")
    min_entries = fields.IntegerOrAbsent()
    max_entries = fields.IntegerOrAbsent()
    shown_if = fields.Nested(ConditionOut, allow_none=True)
    translations = fields.JsonObject()
