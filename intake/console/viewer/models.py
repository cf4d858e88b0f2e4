"""The viewer's data about a file, read in one statement."""

from datetime import datetime

from peewee import JOIN, SQL, Select, fn

from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User
from intake.cases.held_reviews.models import HeldReview
from intake.cases.holds.models import LegalHold
from intake.cases.previews.models import Preview
from intake.cases.uploads.models import Upload
from intake.cases.uploads.states import ISSUED, REVIEWS

HISTORY = ("upload.confirmed", "upload.approved", "upload.rejected", "upload.reopened", "upload.quarantined")
"""The acts in the history of a file."""

_DECISIONS = {f"upload.{status}": status for status in REVIEWS}
MOST = 50
_PERSON = User.id.alias("person_id"), User.first_name, User.last_name, User.email


def read_together(scope, **queries):
    """Return {name: rows} of several queries, read in one statement; rows are dictionaries of JSON values."""
    columns = [Select([query.alias("listed")], [fn.COALESCE(fn.JSON_AGG(SQL("listed")), SQL("'[]'::json"))]).alias(name)
               for name, query in queries.items()]
    return Firm.select(*columns).where(Firm.id == scope.firm_id).dicts().get()


def about_file(scope, upload, previews, first):
    """Return the queries for a file's data in the viewer, for `read_together`.

    `previews` are the ids of uploads whose previews are read, with the text of a batch of pages from page `first` on.
    """
    return {
        "previews": Preview.with_texts(scope, previews, first),
        # including the file itself, and one more if there is one
        "versions": Upload.of(scope).where(Upload.document_id == upload.document_id, Upload.status != ISSUED).order_by(
            Upload.uploaded_at.desc(), Upload.id.desc()).limit(MOST + 2),
        "history": _history(scope, upload.id),
        "held": _held(scope, upload.id),
        "holds": LegalHold.shown(LegalHold.on_matter(scope, upload.matter.id)),
    }


def latest_decision(scope, upload_id):
    """Return the last decision about a file: its `status`, a person or an actor, and the time; None if undecided."""
    found = read_together(scope, held=_held(scope, upload_id), history=_history(scope, upload_id))
    return decision_in(found)


def decision_in(found):
    """Return the latest decision among the rows of `held` and `history`, None if there is none."""
    if found["held"]:
        [held] = found["held"]
        return held | {"actor_type": "person"}
    latest = next((each for each in found["history"] if each["action"] != "upload.confirmed"), None)
    if latest is None or latest["action"] not in _DECISIONS:
        return None
    return latest | {"status": _DECISIONS[latest["action"]]}


def as_uploads(rows):
    """Return the rows of `versions` as uploads."""
    return list(map(_as_upload, rows))


def _as_upload(row):
    moments = {name: row[name] and datetime.fromisoformat(row[name]) for name in ("uploaded_at", "reviewed_at")}
    return Upload(**row | moments)


def _history(scope, upload_id):
    """Return the query for the acts on a file that the caller sees, the latest first."""
    return (AuditEntry.select(AuditEntry.action, AuditEntry.actor_type, AuditEntry.address,
                              AuditEntry.created_at.alias("at"), *_PERSON)
            .join(User, JOIN.LEFT_OUTER, on=User.referenced_by(AuditEntry.actor_id))
            .where(AuditEntry.firm_id == scope.firm_id, AuditEntry.action.in_(HISTORY),
                   AuditEntry.record_id.in_(Upload.of(scope, Upload.id).where(Upload.id == upload_id)))
            .order_by(AuditEntry.id.desc()).limit(MOST))


def _held(scope, upload_id):
    return (HeldReview.of(scope, HeldReview.status, HeldReview.created_at.alias("at"), *_PERSON)
            .join(User, on=User.referenced_by(HeldReview.user_id))
            .where(HeldReview.id == upload_id))
