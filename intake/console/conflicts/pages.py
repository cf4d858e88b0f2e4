"""`/conflicts`: the search for conflicts of interest, the earlier checks, and one with its hits, decision and PDF."""

from flask import Blueprint
from marshmallow import ValidationError

from intake.accounts.permissions.roles import INTAKE
from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.states import APPROVED, UPLOADED
from intake.console.frame.console_page import console_page, go_to
from intake.core.errors import RateLimitExceeded
from intake.engagement.conflicts import actions, wording
from intake.engagement.conflicts.check_pdf import check_response
from intake.engagement.conflicts.errors import AlreadyDecided, ConsentMissing, NamesNotIndexed, NothingToSearch
from intake.engagement.conflicts.models import ConflictCheck
from intake.engagement.conflicts.names import parsed
from intake.engagement.conflicts.schemas import ConflictCheckIn, DecisionIn
from intake.engagement.conflicts.states import DECISIONS, MOST_NAMES, NAME
from intake.web.forms import choice, page_number, parameter, typed

from .states import MOST_CONSENTS, NOTICES, PER_PAGE

conflicts_pages = Blueprint("conflicts_pages", __name__)

_LONGEST = MOST_NAMES * 201
_WRONG = {"decision": "choose", "document_id": "consent", "note": "note-too-long"}


@conflicts_pages.get("")
@console_page(INTAKE)
def index(desk):
    """Show the search and the earlier checks, the newest first."""
    return _index(desk)


@conflicts_pages.post("")
@console_page(INTAKE, once=True)
def run(desk):
    """Search for the typed names, one per line, and for everybody in a matter or a lead."""
    text = typed("names", _LONGEST)
    given = {"names": [line.strip() for line in text.splitlines() if line.strip()],
             **{name: typed(name, 64) for name in ("matter_id", "lead_id") if typed(name)}}
    try:
        check = actions.check(desk.caller, is_waited_for=True, **ConflictCheckIn().load(given))
    except ValidationError:
        return _index(desk, 422, text, "too-many")
    except NothingToSearch:
        return _index(desk, 422, text, "nothing")
    except NamesNotIndexed:
        return _index(desk, 503, text, "preparing")
    except RateLimitExceeded:
        return _index(desk, 429, text, "under-way")
    return go_to("conflicts_pages.show", conflict_check_id=check.id)


@conflicts_pages.get("/<conflict_check_id>")
@console_page(INTAKE)
def show(desk, conflict_check_id):
    """Show a check: the search terms, each with its hits, and the decision."""
    return _show(desk, conflict_check_id)


@conflicts_pages.post("/<conflict_check_id>/decide")
@console_page("matters:write")
def decide(desk, conflict_check_id):
    """Record the decision about the check."""
    given = {name: typed(name, longest) for name, longest in (("decision", 20), ("note", 5000), ("document_id", 64))
             if typed(name, longest).strip()}
    try:
        actions.decide(desk.caller, conflict_check_id, **DecisionIn().load(given))
    except ValidationError as error:
        problem = next(_WRONG[name] for name in _WRONG if name in error.messages)
        return _show(desk, conflict_check_id, 422, given, problem)
    except ConsentMissing:
        return _show(desk, conflict_check_id, 422, given, "consent")
    except AlreadyDecided:
        return _show(desk, conflict_check_id, 409, given, "already")
    return go_to("conflicts_pages.show", conflict_check_id=conflict_check_id, done="decided")


@conflicts_pages.get("/<conflict_check_id>/pdf")
@console_page(INTAKE)
def download(desk, conflict_check_id):
    """Return the check as a PDF."""
    check = actions.read(desk.caller, conflict_check_id, "conflict_check.downloaded")
    return check_response(desk.caller, check, desk.language)


def _index(desk, status=200, text=None, problem=None):
    decision = choice("decision", (*DECISIONS, "open"))
    listed = ConflictCheck.listed(desk.caller, {"decision": decision, "page": page_number(), "per_page": PER_PAGE})
    return desk.page("conflicts.html", status, NOTICES, page=listed, decision=decision, decisions=DECISIONS,
                     wording=wording, text=parameter("names", _LONGEST) if text is None else text,
                     problem=NOTICES.get(problem))


def _show(desk, conflict_check_id, status=200, given=None, problem=None):
    """Return the page of a check; with what was `given` of a decision that was not recorded because of the problem."""
    check = actions.read(desk.caller, conflict_check_id)
    documents = [] if check.decided or check.shown_matter_id is None else list(
        DocumentRequest.of(desk.caller, DocumentRequest.id, DocumentRequest.name).where(
            DocumentRequest.matter_id == check.shown_matter_id, DocumentRequest.status.in_((UPLOADED, APPROVED)))
        .order_by(DocumentRequest.changed_at.desc(), DocumentRequest.id.desc()).limit(MOST_CONSENTS + 1))
    names = {each["text"]: parsed(each["text"]) for each in check.sought if each["part"] == NAME}
    of_one_word = [text for text, name in names.items() if len(name.words) == 1 and not name.is_company]
    return desk.page("conflict_check.html", status, NOTICES, check=check, wording=wording, documents=documents,
                     of_one_word=of_one_word,
                     most_consents=MOST_CONSENTS, given=given or {}, problem=NOTICES.get(problem))
