"""The shapes of a form's questions, their conditions and translations."""

from marshmallow import Schema, ValidationError, post_load, validate, validates_schema
from marshmallow.fields import Raw

from intake.core import fields
from intake.core.languages import LANGUAGES
from intake.core.schemas import Body

from .question_types import QUESTION_TYPES, type_of
from .question_types.date import WHEN, Date
from .questions import MAX_OPTIONS

_KEY = validate.Regexp(r"^[A-Za-z][A-Za-z0-9_-]{0,63}\Z",
                       error="Must begin with a letter; letters, digits, _ and - may follow, 64 characters in all.")
_MAX_ANSWER = 10_000
_QUESTION: dict = {
    "section": None, "help": None, "required": False, "options": [], "when": None, "shown_if": None, "translations": {}}


def _check_length(answer):
    if isinstance(answer, str) and len(answer) > _MAX_ANSWER:
        raise ValidationError(f"Longer than maximum length {_MAX_ANSWER}.")


class _QuestionTexts(Body):
    """A question's texts in another language, `options` in the same order."""

    label = fields.Text(500)
    help = fields.Text(2000, allow_none=True)
    section = fields.Text(200, allow_none=True)
    options = fields.List(fields.Text(200, required=True), validate=validate.Length(max=MAX_OPTIONS))


def by_language(name, texts):
    """Return a schema of this name with a field for each language, whose value is given as a whole."""
    return type(name, (Body,), {"__module__": __name__} | {code: fields.Nested(texts) for code in LANGUAGES})


_QuestionTranslations = by_language("_QuestionTranslations", _QuestionTexts)


class ConditionIn(Body):
    """The question is asked only if the earlier one has this answer; of several choices, this one among them."""

    question = fields.Text(64, required=True)
    equals = Raw(required=True, validate=_check_length, metadata={
        "type": ["string", "number", "boolean"], "maxLength": _MAX_ANSWER})


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
    shown_if = fields.Nested(ConditionIn, allow_none=True)
    translations = fields.Nested(_QuestionTranslations)

    @validates_schema(skip_on_field_errors=True)
    def _options_fit(self, question, **_):
        options = question.get("options", [])
        if question.get("when") and question["type"] != Date.name:
            raise ValidationError("Is for dates only.", "when")
        type_of(question).check_options(options)
        for language, texts in question.get("translations", {}).items():
            if "options" in texts and len(texts["options"]) != len(options):
                raise ValidationError({"translations": {language: {"options": ["Must be as many as the options."]}}})

    @post_load
    def _complete(self, question, **_):
        return _QUESTION | question


class ConditionOut(Schema):
    question = fields.String()
    equals = Raw()


class QuestionOut(Schema):
    id = fields.String()
    type = fields.Choice(QUESTION_TYPES)
    label = fields.String()
    help = fields.String(allow_none=True)
    section = fields.String(allow_none=True)
    required = fields.Boolean()
    options = fields.List(fields.String())
    when = fields.Choice(WHEN, allow_none=True)
    shown_if = fields.Nested(ConditionOut, allow_none=True)
    translations = fields.JsonObject()
