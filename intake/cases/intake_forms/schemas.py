"""The shape of an intake form."""

from marshmallow import Schema

from intake.cases.templates.schemas import QuestionOut
from intake.core import fields


class IntakeFormOut(Schema):
    """`answers` are those handed in, checked; before that, what the client has entered so far, as far as it will do."""

    matter_id = fields.String()
    client_id = fields.String(allow_none=True)
    questions = fields.List(fields.Nested(QuestionOut))
    answers = fields.JsonObject(attribute="current_answers")
    saved_at = fields.Timestamp(allow_none=True)
    submitted_at = fields.Timestamp(allow_none=True)
