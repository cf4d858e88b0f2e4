"""`/review`: the files that wait for a decision, and a single one."""

from flask import Blueprint, request
from marshmallow import ValidationError

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.permissions.roles import COLLEAGUES
from intake.cases.held_reviews import actions
from intake.cases.held_reviews.actions import DecidedMeanwhile, MoreArrived
from intake.cases.held_reviews.models import HeldReview
from intake.cases.held_reviews.states import UNDO_FOR
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import APPROVED, FLAGS, PENDING, REJECTED
from intake.console.frame.console_page import console_page, go_to
from intake.console.matters.people import People, users_of
from intake.console.saved_views.models import SavedView, ViewsOfList
from intake.console.viewer.models import latest_decision, read_together
from intake.console.viewer.onlookers import others_at
from intake.console.viewer.viewed_file import ViewedFile, say_decision
from intake.core import fields
from intake.core.clock import now
from intake.core.errors import NotFound
from intake.core.ids import is_id
from intake.web.forms import parameter, typed

from .client_view import ClientView
from .models import for_decision, of_assignee, of_matters_named
from .states import AGES, SHOWN

review = Blueprint("review", __name__)

_MAX_NOTES = 2000
WITHOUT_REASON = "Say what is wrong, so that the client can send a better file."
NOTICES = {
    APPROVED: "Approved.",
    REJECTED: "Rejected. The client can send another file.",
    "together": "All waiting files of the matter are approved.",
    "undone": "Taken back.",
    "late": "It was too late to undo that.",
    "more": "More files have come in. Look at them first.",
    "meanwhile": "Somebody else has decided about that file.",
    "gone": "That file is gone.",
}
"""Values of `done` in the address, and the sentence for each."""

_LONGEST = {"matter": 255}
_FINDERS = {"assigned": of_assignee, "matter": of_matters_named}
_CHOICES = {"practice_area": PRACTICE_AREAS, "age": AGES, "flag": FLAGS}


@review.get("")
@console_page("documents:write")
def index(desk):
    """Show the waiting files, the oldest first, and the file in the address, else the first."""
    return _page(desk)


@review.post("/<upload_id>/approve")
@console_page("documents:write")
def approve(desk, upload_id):
    """Approve the file."""
    return _decide(desk, upload_id, APPROVED)


@review.post("/<upload_id>/reject")
@console_page("documents:write")
def reject(desk, upload_id):
    """Reject the file with a reason of the firm, a text, or both, which the client can read."""
    notes, reason_id = typed("notes", _MAX_NOTES).strip(), typed("reason_id")
    if not (notes or reason_id) or len(notes) > _MAX_NOTES:
        return _page(desk, 422, upload_id, wrong={"notes": WITHOUT_REASON})
    return _decide(desk, upload_id, REJECTED, notes or None, reason_id or None)


@review.post("/<upload_id>/undo")
@console_page("documents:write")
def undo(desk, upload_id):
    """Undo the decision about the file."""
    try:
        taken_back = actions.undo(desk, upload_id)
    except NotFound:
        return _go_on(done="gone")
    return _go_on(file=upload_id, done="undone") if taken_back else _go_on(done="late")


@review.post("/matters/<matter_id>/approve")
@console_page("documents:write")
def approve_all(desk, matter_id):
    """Approve the files of the matter that the person saw waiting."""
    count, until = typed("count"), typed("until")
    try:
        actions.approve_all(desk, matter_id, int(count), fields.Moment().deserialize(until))
    except (MoreArrived, ValidationError, ValueError):
        return _go_on(done="more")
    return _go_on(done="together", undo_matter=matter_id)


@review.post("/matters/<matter_id>/undo")
@console_page("documents:write")
def undo_all(desk, matter_id):
    """Undo the approvals that the person has just made in the matter."""
    return _go_on(done="undone" if actions.undo_all(desk, matter_id) else "late")


def _decide(desk, upload_id, status, notes=None, reason_id=None):
    following = typed("next")
    try:
        actions.decide(desk, upload_id, status, notes, reason_id)
    except DecidedMeanwhile:
        if notes:
            return _page(desk, 409, following, decided=upload_id)
        return _go_on(file=following or None, done="meanwhile", about=upload_id)
    except NotFound:
        return _go_on(file=following or None, done="gone")
    return _go_on(file=following or None, done=status, undo=upload_id)


def _go_on(**values):
    """Redirect to the list with the filters in the form's address."""
    return go_to("review.index", **_filters(), **values)


def _filters():
    """Return the filters in the address; unknown values are left out."""
    given = {name: parameter(name, _LONGEST.get(name, 64)) for name in ("matter_id", "matter", "assigned", *_CHOICES)}
    return {name: value for name, value in given.items() if value and value in _CHOICES.get(name, (value,))}


def _waiting(desk, filters):
    query = {name: filters[name] for name in ("matter_id", "practice_area", "flag") if name in filters}
    if "age" in filters:
        query["uploaded_before"] = now() - AGES[filters["age"]]
    conditions = [find(desk.caller, filters[name]) for name, find in _FINDERS.items() if name in filters]
    return Upload.listed(desk.caller, query | {"status": PENDING, "order": "asc", "page": 1, "per_page": SHOWN},
                         HeldReview.excluded(desk.caller), *conditions)


def _page(desk, status=200, upload_id=None, wrong=None, decided=None):
    filters = _filters()
    waiting = _waiting(desk, filters)
    wanted = upload_id or request.args.get("file")
    place = next((place for place, upload in enumerate(waiting.rows) if upload.id == wanted), 0)
    before = waiting.rows[place - 1] if place else None
    upload = waiting.rows[place] if waiting.rows else None
    after = waiting.rows[place + 1] if place + 1 < len(waiting.rows) else None
    around = {"views": SavedView.of_list(desk.caller, request.full_path)} | (
        {"people": users_of(desk.caller)} if desk.may(COLLEAGUES) else {})
    if upload:
        file = ViewedFile(desk, upload, after, **around, **for_decision(desk.caller, upload))
        found = file.found
    else:
        file, found = None, read_together(desk.caller, **around)
    desk.views = ViewsOfList(request.full_path, (SavedView(**view) for view in found["views"]))
    return desk.page(
        "review.html", status, NOTICES | _first_decision(desk, parameter("about")), waiting=waiting,
        upload=upload, file=file, filters=filters, wrong=wrong,
        badges={} if filters else {"review.index": waiting.total},
        before=before, after=after, people=People.from_rows(found.get("people", ())),
        reasons=ClientView(desk, upload, found) if upload else None, together=found["together"][0] if upload else None,
        others=others_at(desk, upload and upload.id), undo=parameter("undo"), undo_matter=parameter("undo_matter"),
        undo_seconds=UNDO_FOR.seconds,
        practice_areas=PRACTICE_AREAS, ages=AGES, flags=FLAGS,
        refused=decided and (NOTICES | _first_decision(desk, decided))["meanwhile"],
        notes="" if decided else typed("notes", _MAX_NOTES), chosen="" if decided else typed("reason_id"))


def _first_decision(desk, upload_id):
    """Return the sentence about who decided first about the file, whose id may be empty."""
    decision = latest_decision(desk.caller, upload_id) if is_id(upload_id) else None
    return {"meanwhile": say_decision(desk, decision)} if decision else {}
