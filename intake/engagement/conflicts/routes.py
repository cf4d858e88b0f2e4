"""`/api/v1/conflict-checks`."""

from flask import Blueprint

from intake.accounts.access.guard import requires
from intake.accounts.permissions.roles import INTAKE
from intake.core.content_types import PDF
from intake.core.http import accepts, queries, raises, returns, returns_file, returns_page
from intake.core.languages import ENGLISH

from . import actions
from .check_pdf import check_response
from .errors import AlreadyDecided, ConsentMissing, NamesNotIndexed, NothingToSearch
from .models import ConflictCheck
from .schemas import ConflictCheckIn, ConflictCheckOut, ConflictCheckQuery, ConflictCheckRow, DecisionIn

conflict_checks = Blueprint("conflict_checks", __name__)


@conflict_checks.post("")
@requires("matters:write", INTAKE)
@accepts(ConflictCheckIn)
@returns(ConflictCheckOut, status=201)
@raises(NothingToSearch, NamesNotIndexed)
def create(caller, body):
    """Search for conflicts of interest, by names and for everybody in a matter or lead.

    A check of more than 5 names and addresses may take seconds. While too many of these run for the firm, another one
    is refused with 429.
    """
    return actions.shown(caller, actions.check(caller, is_waited_for=True, **body))


@conflict_checks.get("")
@requires("matters:write", INTAKE)
@queries(ConflictCheckQuery)
@returns_page(ConflictCheckRow)
def index(caller, query):
    """List the conflict checks, the newest first."""
    return ConflictCheck.listed(caller, query)


@conflict_checks.get("/<conflict_check_id>")
@requires("matters:write", INTAKE)
@returns(ConflictCheckOut)
def show(caller, conflict_check_id):
    """Return a conflict check with its hits, as far as the caller may see their records."""
    return actions.read(caller, conflict_check_id)


@conflict_checks.get("/<conflict_check_id>/pdf")
@requires("matters:write", INTAKE)
@returns_file(PDF)
def print_check(caller, conflict_check_id):
    """Return a conflict check as a PDF, with the hits as far as the caller may see their records."""
    check = actions.read(caller, conflict_check_id, "conflict_check.downloaded")
    return check_response(caller, check, ENGLISH)


@conflict_checks.post("/<conflict_check_id>/decide")
@requires("matters:write")
@accepts(DecisionIn)
@returns(ConflictCheckOut)
@raises(AlreadyDecided, ConsentMissing)
def decide(caller, conflict_check_id, body):
    """Decide on a conflict check; a second decision is refused."""
    return actions.shown(caller, actions.decide(caller, conflict_check_id, **body))
