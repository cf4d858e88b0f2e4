"""The person or key as whom a report is made, and the required rights."""

from typing import NamedTuple

from intake.accounts.access.caller import Caller
from intake.accounts.access.models import ApiKey
from intake.accounts.audit.states import API_KEY, PERSON
from intake.accounts.firms.models import Firm
from intake.core.errors import ApiError

from .states import DOCUMENTS

_WHOLE_FIRM = "firms:read"


class Maker(NamedTuple):
    """The maker of a report: the id of either a person or a key; the other is None."""

    user_id: str | None
    api_key_id: str | None

    @classmethod
    def of(cls, caller):
        """Return the caller's person, else its key."""
        return cls(caller.user.id, None) if caller.user else cls(None, caller.holder)

    @property
    def actor(self):
        """The actor type and id in the audit log."""
        return (PERSON, self.user_id) if self.user_id else (API_KEY, self.api_key_id)


def scope_of(type):
    """Return the scope of the list that a type of report shows."""
    return "documents:read" if type == DOCUMENTS else "matters:read"


def require_type(caller, type):
    """Raise `InsufficientScope` or `Forbidden` unless the caller may read the firm or the type's list."""
    if not caller.may(_WHOLE_FIRM):
        caller.require(scope_of(type))


def caller_now(record):
    """Return the `Caller` as whom a report or a schedule is made, with present rights; None if they no longer suffice.

    A person may have left the firm or have another role; a key may have been revoked.
    """
    firm = Firm.fetch(record.firm_id)
    caller = None if firm.suspended_at else _caller(firm, record)
    try:
        if caller:
            require_type(caller, record.type)
    except ApiError:
        return None
    return caller


def _caller(firm, record):
    if record.user_id:
        return Caller.of_person(firm, record.user_id)
    key = ApiKey.of(firm).where(ApiKey.id == record.api_key_id, ApiKey.is_valid()).first()
    return Caller(firm, key.id, frozenset(key.scopes)) if key else None
