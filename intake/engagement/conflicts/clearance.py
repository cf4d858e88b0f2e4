"""Whether a matter may be sent a link."""

from peewee import fn

from intake.accounts.firms.models import Firm
from intake.engagement.parties.models import MatterParty

from .errors import ConflictCheckRequired
from .models import ConflictCheck


def require_cleared(matter):
    """Raise `ConflictCheckRequired` if the firm wants a check before a link and the last one did not clear the matter.

    A check from before a party of the matter was added or changed does not.
    """
    if Firm.fetch(matter.firm_id).settings_in_force["require_conflict_check"] and not is_cleared(matter):
        raise ConflictCheckRequired(matter_id=matter.id)


def is_cleared(matter):
    """Whether the matter's last check cleared it and is of what the matter's parties are now."""
    check = ConflictCheck.latest(matter, matter_id=matter.id)
    return check is not None and check.is_cleared and not is_outdated(check)


def is_outdated(check):
    """Whether a party of the check's matter was added or changed since."""
    changed = check.matter_id and MatterParty.of(check, fn.MAX(MatterParty.updated_at)).where(
        MatterParty.matter_id == check.matter_id).scalar()
    return bool(changed) and changed > check.created_at
