"""The query of the tab with the answers."""

from datetime import datetime
from typing import Any

from peewee import JOIN, fn

from intake.accounts.users.models import User
from intake.cases.intake_forms.models import AnswerChange, IntakeForm

_CHANGE = ("question_id", "before", "reason", "actor_type", "created_at")
_PERSON = ("first_name", "last_name", "email")

SHOWN = 5
"""How many changes of an answer the tab shows: with a thousand of each, the page would be many megabytes."""


def fetch_answers(scope, matter_id, whole):
    """Return the form of the matter's client with its `changes`, the latest first; None without one.

    A change is a dictionary, with the name of the person who made it and the `number` of changes of the answer. Only
    the latest are returned, but all of the question `whole`.
    """
    of_question = {"partition_by": [AnswerChange.question_id]}
    latest = [AnswerChange.created_at.desc(), AnswerChange.id.desc()]
    of_form = AnswerChange.firm_id == IntakeForm.firm_id, AnswerChange.form_id == IntakeForm.id
    placed = AnswerChange.select(
        AnswerChange.id, fn.ROW_NUMBER().over(**of_question, order_by=latest).alias("place"),
        fn.COUNT(AnswerChange.id).over(**of_question).alias("number")).where(*of_form).alias("placed")
    columns = (*(getattr(AnswerChange, name) for name in _CHANGE), *(getattr(User, name) for name in _PERSON))
    pairs = (part for column in columns for part in (column.name, column))
    changes = AnswerChange.select(fn.JSON_AGG(fn.JSON_BUILD_OBJECT(*pairs, "number", placed.c.number))).join(
        placed, on=placed.c.id == AnswerChange.id).join_from(
        AnswerChange, User, JOIN.LEFT_OUTER, on=User.referenced_by(AnswerChange.actor_id)).where(
        *of_form, (placed.c.place <= SHOWN) | (AnswerChange.question_id == whole))
    form: Any = IntakeForm.of_client(scope, matter_id).select_extend(changes.alias("changed")).first()
    if form:
        form.changed = sorted(form.changed or (), key=lambda change: change["created_at"], reverse=True)
        for change in form.changed:
            change["at"] = datetime.fromisoformat(change["created_at"])
    return form
