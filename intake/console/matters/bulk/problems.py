"""Why an action did nothing to a matter."""

from intake.accounts.users.errors import NotAColleague
from intake.core.errors import InvalidStatusTransition, NotFound
from intake.engagement.conflicts.errors import ConflictCheckRequired
from intake.messaging.communications.errors import SendFailed
from intake.portal.bulk.errors import LinkNotNeeded, RemindersPaused
from intake.portal.bulk.states import ARCHIVE, ASSIGN, CLOSE, REMIND, REOPEN, SEND_LINK

PROBLEMS = {
    (REMIND, InvalidStatusTransition): "It has no open intake link.",
    (REMIND, RemindersPaused): "Its reminders are paused.",
    (ASSIGN, NotAColleague): "The person is suspended.",
    (CLOSE, InvalidStatusTransition): "It is not active.",
    (ARCHIVE, InvalidStatusTransition): "It is already archived.",
    (REOPEN, InvalidStatusTransition): "It is already active.",
    (SEND_LINK, InvalidStatusTransition): "It is not active.",
    (SEND_LINK, LinkNotNeeded): "Its client already has an open link, or has sent everything.",
    (SEND_LINK, SendFailed): "It has no client, or no address to which the link may be sent.",
    (SEND_LINK, ConflictCheckRequired): "It has to be checked for conflicts first.",
}
"""By action and error, why nothing was done."""

GONE = "It does not exist any more, or is not assigned to you."
FAILED = "That did not work. Try again on its page."


def problem_of(action, error):
    """Return the sentence about why the action did nothing to a matter."""
    return PROBLEMS.get((action, type(error))) or (GONE if isinstance(error, NotFound) else FAILED)
