"""The people of a firm, with when each was seen last and whether signing in takes a second factor."""

from typing import Any

from peewee import SQL, Select, Value, fn

from intake.accounts.users.models import Invitation, User
from intake.core.db import db
from intake.core.schemas import Page
from intake.core.tenancy import FirmScope

from .models import SecondFactor, Session

_SHOWN = ("id", "email", "first_name", "last_name", "role", "status", "created_at")


def list_people(scope: FirmScope, query: dict[str, Any]) -> Page:
    """Return the page of users and pending invitations that matches the `UserQuery`, newest first."""
    nothing = Value(None).cast("timestamptz")
    users = User.of(
        scope, *(getattr(User, name) for name in _SHOWN), User.last_sign_in, _last_seen().alias("last_seen"),
        _has_second_factor().alias("second_factor"), nothing.alias("invite_sent_at"), nothing.alias("expires_at"),
        Value(None).cast("text").alias("mail_error"))
    invitations = Invitation.pending(
        scope, *(getattr(Invitation, name) for name in _SHOWN), nothing.alias("last_sign_in"),
        nothing.alias("last_seen"), SQL("false").alias("second_factor"), Invitation.invite_sent_at,
        Invitation.expires_at, Invitation.mail_error)
    both = users.union_all(invitations).alias("people")
    wanted = [both.c[name] == query[name] for name in ("status", "role") if query.get(name)]
    total = Select([both], [fn.COUNT(1)]).where(True, *wanted).scalar(db)
    newest = Select([both], [SQL("*")]).where(True, *wanted).order_by(both.c.created_at.desc(), both.c.id.desc())
    return Page(newest.paginate(query["page"], query["per_page"]).dicts().execute(db), total, query)


def _last_seen() -> Any:
    """Return the column of when a user last used a browser that is signed in, else signed in."""
    seen = Session.select(fn.MAX(Session.seen_at)).where(
        Session.firm_id == User.firm_id, Session.user_id == User.id)
    return fn.GREATEST(User.last_sign_in, seen)


def _has_second_factor() -> Any:
    """Return the column of whether a user has a second factor in force."""
    return fn.EXISTS(SecondFactor.select(SQL("1")).where(
        SecondFactor.firm_id == User.firm_id, SecondFactor.user_id == User.id,
        SecondFactor.confirmed_at.is_null(False)))
