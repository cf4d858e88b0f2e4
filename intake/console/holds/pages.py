"""`/settings/records/holds`: the legal holds, a new one, and a single one."""

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.cases.clients.models import Client
from intake.cases.holds import actions
from intake.cases.holds.errors import AlreadyLifted
from intake.cases.holds.models import LegalHold
from intake.cases.holds.schemas import HoldIn, HoldPatch
from intake.cases.holds.states import IN_FORCE, LIFTED, REASON_LENGTH, SEARCH
from intake.cases.matters.models import Matter
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.days import day_typed
from intake.console.frame.shown_version import fetch_to_save, is_outdated, kept_version
from intake.core.db import db
from intake.core.errors import Invalid
from intake.web.forms import choice, page_number, typed

from .states import NOTICES, PAST, ROWS, WRONG

holds_pages = Blueprint("holds_pages", __name__)


@holds_pages.get("")
@console_page("firms:write")
def index(desk):
    """List the holds in force, or those that were lifted."""
    status = choice("status", (LIFTED,), IN_FORCE)
    listed = LegalHold.listed(desk.caller, {"status": status, "page": page_number(), "per_page": ROWS})
    return desk.page("holds.html", notices=NOTICES, listed=listed, chosen=status, today=desk.firm.today)


@holds_pages.get("/new")
@console_page("firms:write")
def new(desk):
    """Show the form for the client or the matter in the address, else for a search."""
    return _new(desk, {})


@holds_pages.post("/new")
@console_page("firms:write", once=True)
def create(desk):
    """Place the hold."""
    given = {name: typed(name, REASON_LENGTH + 1) for name in (*SEARCH, "reason", "until")}
    on = _record_in_address(desk)
    search = {name: given[name] for name in SEARCH if given[name].strip()}
    body = {"reason": given["reason"].strip(), "until": _until(given["until"]),
            **({f"{on.resource}_id": on.id} if on else {"search": search})}
    try:
        hold = actions.create(desk.caller, **HoldIn().load(body))
    except ValidationError as error:
        return _new(desk, given, 422, _wrong(error))
    except Invalid:
        return _new(desk, given, 422, PAST)
    return go_to("holds_pages.show", legal_hold_id=hold.id, done="held")


@holds_pages.get("/<legal_hold_id>")
@console_page("firms:write")
def show(desk, legal_hold_id):
    """Show a hold: its records, its reason, and the forms for changing and lifting it."""
    return _show(desk, actions.fetch(desk.caller, legal_hold_id))


@holds_pages.post("/<legal_hold_id>")
@console_page("firms:write")
def save(desk, legal_hold_id):
    """Change the reason and the date, unless somebody else did meanwhile; then show the present values."""
    given = {"reason": typed("reason", REASON_LENGTH + 1).strip(), "until": typed("until")}
    try:
        values = HoldPatch().load(given | {"until": _until(given["until"])})
        with db.atomic():
            if not is_outdated(_shown(fetch_to_save(LegalHold, desk.caller, legal_hold_id))):
                actions.update(desk.caller, legal_hold_id, **values)
                return go_to("holds_pages.show", legal_hold_id=legal_hold_id, done="saved")
    except ValidationError as error:
        return _show(desk, actions.fetch(desk.caller, legal_hold_id), 422, given, _wrong(error))
    except Invalid:
        return _show(desk, actions.fetch(desk.caller, legal_hold_id), 422, given, PAST)
    except AlreadyLifted:
        return desk.nothing_saved(NOTICES, "lifted-before", "holds_pages.show", legal_hold_id=legal_hold_id)
    return _show(desk, actions.fetch(desk.caller, legal_hold_id), 409, given)


@holds_pages.post("/<legal_hold_id>/lift")
@console_page("firms:write", unpaid=True)
def lift(desk, legal_hold_id):
    """Lift the hold."""
    try:
        actions.lift(desk.caller, legal_hold_id)
    except AlreadyLifted:
        return go_to("holds_pages.show", legal_hold_id=legal_hold_id, failed="lifted-before")
    return go_to("holds_pages.show", legal_hold_id=legal_hold_id, done="lifted")


def _until(text):
    """Return the day as the schemas take it, None for no day."""
    return day_typed(text) if text else None


def _record_in_address(desk):
    """Return the client or the matter in the address, or None. Raises `NotFound`."""
    for model in (Client, Matter):
        if id := request.args.get(f"{model.resource}_id"):
            return model.fetch(desk.caller, id)
    return None


def _new(desk, given, status=200, wrong=None):
    return desk.page("hold_new.html", status, on=_record_in_address(desk), given=given, wrong=wrong or {},
                     practice_areas=PRACTICE_AREAS, longest=REASON_LENGTH)


def _shown(hold):
    return {"reason": hold.reason, "until": hold.until and hold.until.isoformat()}


def _show(desk, hold, status=200, given=None, wrong=None):
    shown = _shown(hold)
    return desk.page("hold.html", status, NOTICES, hold=hold, given=given or shown, wrong=wrong or {},
                     now=shown if status == 409 else None, version=kept_version(wrong, shown),
                     longest=REASON_LENGTH, today=desk.firm.today)


def _wrong(error):
    return {name: WRONG[name if name in WRONG else "search"] for name in error.messages}
