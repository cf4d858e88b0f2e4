"""What a list of matters shows, and which matters: the parts of its statements, which are compiled once."""

from peewee import fn

from intake.core.statements import Parameter
from intake.core.text_search import all_occur

from .focus import focus_condition
from .models import Matter
from .states import FOCUSES
from .tags import has_tag

SHOWN = (Matter.id, Matter.title, Matter.status, Matter.practice_area, Matter.client_id, Matter.documents_count,
         Matter.client_active_at, Matter.next_deadline, Matter.created_at)
"""The columns of a row."""

_FOCUS_PARAMETERS = {name: Parameter(name) for name in ("firm_id", "today", "due_by", "quiet_before")}


def unshown(order):
    """Return the column that is selected only for the next cursor."""
    return () if any(order.column is column for column in SHOWN) else (order.column,)


def matching(scope, filters, patterns=()):
    """Return the query for the matters of these `conditions` that are visible to the scope."""
    return Matter.of(scope).where(*conditions(filters, patterns))


def conditions(filters, patterns=()):
    """Return the conditions of these filters, each with the parameter of its name, and of the patterns of words."""
    return [*map(_condition, filters), *([all_occur(patterns, Matter.title_key)] if patterns else ())]


def windowed(matters, order, terms, follows):
    """Return the query for a page of these matters, found by these terms of the order.

    It begins after as many matters as come before it, or, if it `follows`, after the last one of the page before.
    """
    window = matters.order_by(*terms).limit(Parameter("limit"))
    if follows:
        return window.where(order.after(Parameter("last_value"), Parameter("last_id")))
    return window.offset(Parameter("offset"))


def _condition(name):
    if name == "tag":
        return has_tag(Matter, Parameter(name))
    if name in FOCUSES:
        return focus_condition(Matter, focus=name, **_FOCUS_PARAMETERS)
    is_one_of = name == "assigned_attorney"  # both ids of the person
    return getattr(Matter, name) == (fn.ANY(Parameter(name)) if is_one_of else Parameter(name))
