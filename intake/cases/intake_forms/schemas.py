"""The shape of an intake form, and of a correction of its answers."""

from marshmallow import Schema
from marshmallow.fields import Raw

from intake.accounts.audit.states import ACTOR_TYPES
from intake.cases.templates.schemas import QuestionOut
from intake.core import fields
from intake.core.languages import ENGLISH, LANGUAGES
from intake.core.schemas import Body, Query


class CorrectionIn(Body):
    answers = fields.JsonObject(required=True)
    reason = fields.Text(1000, required=True)


class AnswersPdfQuery(Query):
    language = fields.Choice(tuple(LANGUAGES), load_default=ENGLISH)


class AnswerChangeOut(Schema):
    """A change of an answer after it was submitted; null is no answer."""

    question_id = fields.String()
    before = Raw(allow_none=True)
    after = Raw(allow_none=True)
    reason = fields.String(allow_none=True)
    actor_type = fields.Choice(ACTOR_TYPES)
    actor_id = fields.String(allow_none=True)
    created_at = fields.Timestamp()


class IntakeFormOut(Schema):
    """`answers` are the submitted ones; before that, what the client has entered so far, without invalid values."""

    matter_id = fields.String()
    client_id = fields.String(allow_none=True)
    questions = fields.List(fields.Nested(QuestionOut))
    answers = fields.JsonObject(attribute="current_answers")
    changes = fields.List(fields.Nested(AnswerChangeOut))
    saved_at = fields.Timestamp(allow_none=True)
    submitted_at = fields.Timestamp(allow_none=True)
