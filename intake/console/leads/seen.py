"""The status in which the sender of a form saw the lead."""

from intake.core.errors import InvalidStatusTransition
from intake.web.forms import typed


def require_status_seen(lead):
    """Raise `InvalidStatusTransition` if the lead's status was changed since the form was shown."""
    if typed("seen") not in ("", lead.status):
        raise InvalidStatusTransition
