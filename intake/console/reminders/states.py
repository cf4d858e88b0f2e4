"""The limits and texts of the page of reminders."""

from intake.portal.reminders import rules

PER_PAGE = 50

NOT_REMINDED = {
    rules.NO_CLIENT: "The matter has no client.",
    rules.SUSPENDED: "The firm is suspended.",
    rules.NOT_ACTIVE: "The matter is not active.",
    rules.PAUSED: "You have paused its reminders.",
    rules.ENDED: "The client wants no more reminders.",
    rules.NO_LINK: "The intake link is revoked.",
    rules.EXPIRED: "The intake link expires before then.",
    rules.NOTHING_OPEN: "Nothing is open.",
    rules.STOPPED: "The client has begun or sent the form, after which the template sends no reminders.",
    rules.EXPLAINED: "The client wrote why they lack what is open: answer among the documents of the matter.",
    rules.NO_CHANNEL: "The client cannot be reached by a channel that the firm uses for reminders.",
}
"""The sentence about each obstacle."""
