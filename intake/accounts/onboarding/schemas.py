"""The shapes of onboarding."""

from marshmallow import Schema, validate

from intake.accounts.firms.schemas import PreferencesPatch
from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.users.schemas import InvitationIn
from intake.core import fields
from intake.core.schemas import Body

from .models import STEPS


class StepData(Body):
    """The data of a step; all given fields take effect, at any step."""

    practice_areas = fields.List(fields.Choice(PRACTICE_AREAS), validate=validate.Length(max=len(PRACTICE_AREAS)))
    doc_templates = fields.List(fields.Text(64), validate=validate.Length(max=100))
    notification_prefs = fields.Nested(PreferencesPatch)
    invites = fields.List(fields.Nested(InvitationIn), validate=validate.Length(max=100))


class OnboardingIn(Body):
    READ_ONLY = ("completed", "current_step", "steps", "completed_at")

    step = fields.Integer(required=True, validate=validate.Range(1, len(STEPS)))
    data = fields.Nested(StepData)
    complete = fields.Flag()


class StepsOut(Schema):
    """The steps that have been taken."""

    welcome = fields.Boolean()
    practice_areas = fields.Boolean()
    doc_templates = fields.Boolean()
    notifications = fields.Boolean()
    invite_team = fields.Boolean()
    ready = fields.Boolean()


class OnboardingOut(Schema):
    completed = fields.Boolean()
    current_step = fields.Integer()
    steps = fields.Nested(StepsOut, attribute="steps_taken")
    practice_areas = fields.List(fields.String())
    completed_at = fields.Timestamp(allow_none=True)
