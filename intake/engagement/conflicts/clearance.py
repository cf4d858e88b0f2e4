"""Whether an intake link may be sent for a matter."""

from intake.accounts.firms.models import Firm

from .errors import ConflictCheckRequired
from .models import ConflictCheck
from .terms import terms_of_lead, terms_of_matter


def require_cleared(matter):
    """Raise `ConflictCheckRequired` if the firm wants a check before a link and the last one did not clear the matter.

    A check does not clear it if somebody was added to the matter or renamed since.
    """
    if needs_check(matter):
        raise ConflictCheckRequired(matter_id=matter.id)


def needs_check(matter):
    """Whether the firm requires a check before a link, and none has cleared the matter yet."""
    return Firm.fetch(matter.firm_id).settings_in_force["require_conflict_check"] and not is_cleared(matter)


def is_cleared(matter):
    """Whether the matter's last check cleared it and covers everybody now in the matter."""
    check = last_check(matter)
    return check is not None and check.is_cleared and not is_outdated(check, matter)


def last_check(matter):
    """Return the last check of the matter or of the lead it came from, or None."""
    return ConflictCheck.latest(matter, ConflictCheck.about_matter(matter, matter.id))


def is_outdated(check, matter):
    """Whether the client or a party of the matter has a name or an address that the check did not search for."""
    return _lacks_names(check, terms_of_matter(matter))


def is_outdated_of_lead(check, lead):
    """As `is_outdated`, for the person of a lead and its parties."""
    return _lacks_names(check, terms_of_lead(lead))


def _lacks_names(check, involved):
    searched = {each["text"] for each in check.sought}
    return any(each.text not in searched for each in involved)
