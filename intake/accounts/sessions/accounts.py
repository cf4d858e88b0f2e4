"""Whose account it is, asked of all firms: an e-mail address belongs to one user of one of them."""

from marshmallow import ValidationError

from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User
from intake.core import fields
from intake.core.text_search import folded

_EMAIL = fields.EmailAddress()


def with_email(email):
    """The user who has this e-mail address, with the `firm`; None if nobody has, or it is none."""
    try:
        return _with_firm(User.email_key == key(_EMAIL.deserialize(email)))
    except ValidationError:
        return None


def key(email):
    """What two spellings of one address have in common."""
    return folded(email)


def with_id(user_id):
    """The user with this id, with the `firm`; None if there is none. For what we ourselves said about somebody."""
    return _with_firm(User.id == user_id)


def _with_firm(condition):
    return User.select(User, Firm).join(Firm, on=(Firm.id == User.firm_id), attr="firm").where(condition).first()
