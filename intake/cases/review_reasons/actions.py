"""Actions on review reasons."""

from intake.accounts.audit.recording import record_act, record_change
from intake.core.db import db
from intake.core.languages import LANGUAGES

from .models import ReviewReason


def list_reasons(scope, query):
    """Return a page of the firm's reasons; the built-in ones are copied to the firm the first time they are read."""
    page = ReviewReason.listed(scope, query)
    if page.total:
        return page
    ReviewReason.add_built_in(scope)
    return ReviewReason.listed(scope, query)


def create(scope, text, position=None):
    """Create a reason, after all others unless a position is given."""
    with db.atomic():
        ReviewReason.add_built_in(scope)
        if position is None:
            position = ReviewReason.last_position(scope) + 1
        reason = ReviewReason.create(firm_id=scope.firm_id, text=_text(text), position=position)
        record_act("review_reason.created", reason)
    return reason


def update(scope, reason_id, **values):
    """Change the given values of a reason; earlier rejections keep the old text. Raises `NotFound`."""
    if "text" in values:
        values["text"] = _text(values["text"])
    with db.atomic():
        reason = ReviewReason.fetch_locked(scope, reason_id)
        if changes := reason.differing(values):
            reason.change(**changes)
            record_change(reason, changes)
    return reason


def remove(scope, reason_id):
    """Remove a reason. Raises `NotFound`."""
    with db.atomic():
        reason = ReviewReason.fetch(scope, reason_id)
        if reason.remove():
            record_act("review_reason.removed", reason)


def _text(text):
    return {code: text.get(code) for code in LANGUAGES}
