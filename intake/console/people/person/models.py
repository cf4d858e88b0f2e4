"""The data about a person of the firm."""

from peewee import SQL, Select, fn

from intake.accounts.access.models import ApiKey
from intake.accounts.sessions.models import SecondFactor
from intake.accounts.users.models import User
from intake.accounts.users.states import ACTIVE
from intake.core.db import db
from intake.engagement.handovers.models import assigned_to, leads_of


def facts_of(caller, user):
    """Return {matters, leads, keys, has_second_factor, colleagues} of the user in one statement.

    `matters`, `leads` and `keys` are numbers, `colleagues` the other active members, as dictionaries.
    """
    columns = ("id", "first_name", "last_name", "email")
    pairs = (part for name in columns for part in (name, getattr(User, name)))
    queries = {
        "matters": assigned_to(caller, user, fn.COUNT(1)),
        "leads": leads_of(caller, user, fn.COUNT(1)),
        "keys": ApiKey.made_by(user).select(fn.COUNT(1)).order_by(),
        "has_second_factor": fn.EXISTS(SecondFactor.in_force(user).select(SQL("1"))),
        "colleagues": User.of(caller, fn.COALESCE(fn.JSON_AGG(fn.JSON_BUILD_OBJECT(*pairs)), "[]")).where(
            User.id != user.id, User.status == ACTIVE),
    }
    return dict(zip(queries, db.execute(Select(columns=list(queries.values()))).fetchone(), strict=True))
