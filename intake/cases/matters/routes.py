"""`/api/v1/matters`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.accounts.users.errors import NotAColleague
from intake.cases.holds.errors import OnHold
from intake.cases.templates.actions import create_matter_with_template, update_matter
from intake.core.changes import order_of
from intake.core.csv_lines import wants_csv
from intake.core.errors import InvalidStatusTransition
from intake.core.http import accepts, or_csv, queries, raises, returns, returns_page

from . import actions
from .errors import DuplicateMatter, MatterLimitReached
from .export import export
from .listing import list_matters
from .models import Matter
from .schemas import (
    MatterArchived,
    MatterCreated,
    MatterIn,
    MatterListQuery,
    MatterPatch,
    MatterRow,
    MatterShown,
)

matters = Blueprint("matters", __name__)


@matters.post("")
@requires("matters:write", permission="opening")
@accepts(MatterIn)
@returns(MatterCreated, status=201)
@raises(DuplicateMatter, MatterLimitReached, NotAColleague)
def create(caller, body):
    """Open a matter.

    With the `intake_template_id` of a template, the template's documents are requested at once. This answer does not
    count them yet.
    """
    return create_matter_with_template(caller, **body)


@matters.get("")
@requires("matters:read")
@queries(MatterListQuery)
@returns_page(MatterRow)
@or_csv
def index(caller, query):
    """List matters.

    With `Accept: text/csv` all matching matters are exported, with their clients; paging then has no effect, and the
    export is recorded in the audit log.
    """
    if wants_csv():
        return export(caller, Matter.selected(caller, query),
                      order_of(Matter, query, Matter.order(query["sort"], query["order"])))
    return list_matters(caller, query)


@matters.get("/<matter_id>")
@requires("matters:read")
@returns(MatterShown)
def show(caller, matter_id):
    """Retrieve a matter with its client; `intake_link` is null for callers without `documents:read`."""
    return Matter.fetch_to_show(caller, matter_id).show_link_to(caller)


@matters.patch("/<matter_id>")
@requires("matters:write")
@accepts(MatterPatch)
@returns(MatterShown)
@raises(DuplicateMatter, NotAColleague, OnHold)
def update(caller, matter_id, body):
    """Change a matter; only the fields sent change.

    With the `intake_template_id` of another template, that template's documents are requested too.
    """
    matter = update_matter(caller, matter_id, **body)
    return Matter.fetch_to_show(matter, matter_id).show_link_to(caller)  # it may no longer be assigned to the caller


@matters.post("/<matter_id>/archive")
@requires("matters:write")
@returns(MatterArchived)
@raises(InvalidStatusTransition)
def archive(caller, matter_id):
    """Archive a matter: it leaves the lists of active matters; it is refused if it is archived already."""
    return actions.archive(caller, matter_id)
