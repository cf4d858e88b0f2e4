"""`/review`: the files that wait for a decision, and one of them."""

from flask import Blueprint, request

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.cases.previews.actions import show_upload
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import APPROVED, PENDING, REJECTED
from intake.console.frame.console_page import console_page, go_to
from intake.console.held_reviews import actions
from intake.console.held_reviews.actions import DecidedMeanwhile
from intake.console.held_reviews.models import HeldReview
from intake.core.errors import NotFound
from intake.web.forms import typed

from .states import SHOWN

review = Blueprint("review", __name__, template_folder="../templates")

_MAX_NOTES = 2000
_WITHOUT_REASON = "Say what is wrong, so that the client can send a better one."
_DONE = {
    APPROVED: "Approved.",
    REJECTED: "Rejected. The client can send another file.",
    "undone": "Taken back.",
    "late": "It was too late to take that back.",
    "meanwhile": "Somebody else has decided about that file.",
    "gone": "That file is gone.",
}
"""Values of `done` in the address, and the sentence for each."""


@review.get("")
@console_page("documents:write")
def index(desk):
    """Show the waiting files, the oldest first, and the one that the address names, else the first."""
    return _page(desk)


@review.post("/<upload_id>/approve")
@console_page("documents:write")
def approve(desk, upload_id):
    """Approve the file."""
    return _decide(desk, upload_id, APPROVED)


@review.post("/<upload_id>/reject")
@console_page("documents:write")
def reject(desk, upload_id):
    """Reject the file with a reason, which the client reads."""
    notes = typed("notes", _MAX_NOTES).strip()
    if not notes or len(notes) > _MAX_NOTES:
        return _page(desk, 422, upload_id, wrong={"notes": _WITHOUT_REASON})
    return _decide(desk, upload_id, REJECTED, notes)


@review.post("/<upload_id>/undo")
@console_page("documents:write")
def undo(desk, upload_id):
    """Take the decision about the file back."""
    try:
        taken_back = actions.undo(desk, upload_id)
    except NotFound:
        return _go_on(done="gone")
    return _go_on(file=upload_id, done="undone") if taken_back else _go_on(done="late")


def _decide(desk, upload_id, status, notes=None):
    following = typed("next")
    try:
        actions.decide(desk, upload_id, status, notes)
    except DecidedMeanwhile:
        return _go_on(file=following or None, done="meanwhile")
    except NotFound:
        return _go_on(file=following or None, done="gone")
    return _go_on(file=following or None, done=status, undo=upload_id)


def _go_on(**values):
    """Return to the list with the filters that the form's address has."""
    return go_to("review.index", **_filters(), **values)


def _filters():
    """The filters in the address; unknown values are left out."""
    given = {name: request.args.get(name, "")[:64] for name in ("matter_id", "practice_area")}
    if given["practice_area"] not in PRACTICE_AREAS:
        given["practice_area"] = ""
    return {name: value for name, value in given.items() if value}


def _page(desk, status=200, upload_id=None, wrong=None):
    filters = _filters()
    waiting = Upload.listed(desk.caller, filters | {"status": PENDING, "order": "asc", "page": 1, "per_page": SHOWN},
                            HeldReview.excluded(desk.caller))
    wanted = upload_id or request.args.get("file")
    place = next((place for place, upload in enumerate(waiting.rows) if upload.id == wanted), 0)
    upload = waiting.rows[place] if waiting.rows else None
    around = waiting.rows[place - 1:place] if place else [], waiting.rows[place + 1:place + 2]
    return desk.page(
        "review.html", status, _DONE, waiting=waiting, upload=upload, filters=filters, wrong=wrong,
        badges={} if filters else {"review.index": waiting.total},
        preview=show_upload(upload) if upload else None,
        before=around[0][0] if around[0] else None, after=around[1][0] if around[1] else None,
        undo=request.args.get("undo", "")[:64],
        practice_areas=PRACTICE_AREAS, notes=typed("notes", _MAX_NOTES))
