"""Turns alerts off and on for a recipient."""

from intake.accounts.audit.recording import record_change
from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User
from intake.core.db import db


def change_alert(recipient, type, is_wanted):
    """Turn mails of this type on or off for the recipient, a `User`, or the `Firm` for its own address.

    Raises `NotFound`.
    """
    with db.atomic():
        Firm.fetch_locked(recipient.firm_id)
        current = User.fetch(recipient, recipient.id) if isinstance(recipient, User) else Firm.fetch(recipient.id)
        off = sorted({*current.alerts_off} - {type} if is_wanted else {*current.alerts_off, type})
        if off != current.alerts_off:
            current.change(alerts_off=off)
            record_change(current, ["alerts_off"])
