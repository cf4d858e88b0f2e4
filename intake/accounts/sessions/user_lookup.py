"""Find a user of any firm. An e-mail address belongs to one user of one firm."""

from marshmallow import ValidationError
from peewee import Expression

from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User
from intake.core import fields
from intake.core.text_search import folded

_EMAIL = fields.EmailAddress()


def user_by_email(email: str) -> User | None:
    """Return the user with this e-mail address, with the `firm`; None if there is none or the address is not one."""
    try:
        return _with_firm(User.email_key == folded(_EMAIL.deserialize(email)))
    except ValidationError:
        return None


def user_by_id(user_id: str) -> User | None:
    """Return the user with this id, with the `firm`; None if there is none. The id must not come from a request."""
    return _with_firm(User.id == user_id)


def _with_firm(condition: Expression) -> User | None:
    return User.select(User, Firm).join(Firm, on=(Firm.id == User.firm_id), attr="firm").where(condition).first()
