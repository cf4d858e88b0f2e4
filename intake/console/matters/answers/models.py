"""The query of the tab with the answers."""

from datetime import datetime
from typing import Any

from peewee import JOIN, fn

from intake.accounts.users.models import User
from intake.cases.intake_forms.models import AnswerChange, IntakeForm

_CHANGE = ("question_id", "before", "after", "reason", "actor_type", "created_at")
_PERSON = ("first_name", "last_name", "email")


def fetch_answers(scope, matter_id):
    """Return the form of the matter's client with its `changes`, the latest first; None without one.

    A change is a dictionary, with the names of the person who made it.
    """
    columns = (*(getattr(AnswerChange, name) for name in _CHANGE), *(getattr(User, name) for name in _PERSON))
    pairs = (part for column in columns for part in (column.name, column))
    changes = AnswerChange.select(fn.JSON_AGG(fn.JSON_BUILD_OBJECT(*pairs))).join(
        User, JOIN.LEFT_OUTER, on=(User.firm_id == AnswerChange.firm_id) & (User.id == AnswerChange.actor_id)).where(
        AnswerChange.firm_id == IntakeForm.firm_id, AnswerChange.form_id == IntakeForm.id)
    form: Any = IntakeForm.of_client(scope, matter_id).select_extend(changes.alias("changed")).first()
    if form:
        form.changed = sorted(form.changed or (), key=lambda change: change["created_at"], reverse=True)
        for change in form.changed:
            change["at"] = datetime.fromisoformat(change["created_at"])
    return form
