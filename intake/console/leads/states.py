"""The limits and texts of the pages of leads."""

from intake.engagement.leads.states import CHECKING, CLEARED, DECLINED, ENGAGED, LOST, NEW, OFFERED

PER_PAGE, PER_COLUMN = 25, 20
"""How many leads a page of the table and a column of the board show."""
MESSAGES = 50
"""How many of the latest messages to a lead are shown."""

TABLE, BOARD = VIEWS = ("table", "board")

STATUS_NAMES = {NEW: "New", CHECKING: "Checking conflicts", CLEARED: "Cleared", OFFERED: "Offered",
                ENGAGED: "Engaged", DECLINED: "Declined", LOST: "Lost"}

NEXT = {NEW: CHECKING, CHECKING: CLEARED, CLEARED: OFFERED}
"""The status that usually follows."""

STEPS = {
    (NEW, CHECKING): "Check conflicts", (NEW, CLEARED): "Clear", (CHECKING, NEW): "Back to new",
    (CHECKING, CLEARED): "Clear", (CLEARED, CHECKING): "Check again", (CLEARED, OFFERED): "Offer engagement",
    (OFFERED, CHECKING): "Check again", (OFFERED, CLEARED): "Take the offer back",
    (DECLINED, NEW): "Open again", (LOST, NEW): "Open again",
}
"""The name of each change of status."""

REASONS = (
    "Conflict of interest", "Not our practice area", "Not in our state", "No capacity", "The deadline is too near",
    "No case that we can see", "Cannot agree on the fee", "Could not be reached",
)

ROLE_NAMES = {"client": "Client’s side", "opposing": "Opposing party", "related": "Related person",
              "witness": "Witness", "other": "Other"}

SPAM_REASONS = {
    "honeypot": "A hidden field was filled in.",
    "too_fast": "The form was sent faster than people type.",
    "no_proof": "The browser did not solve the puzzle that keeps programs away.",
    "links": "There is a link where a name belongs.",
    "repeated": "Somebody with the same address or number wrote within a day.",
    "busy_address": "Several forms came from the same network within a minute.",
    "many_names": "It names more people than usual.",
    "not_names": "A name does not look like one.",
}
"""By finding of the lead form, why a lead is suspicious."""

NOTICES = {
    "saved": "Saved.",
    "moved": "Moved.",
    "assigned": "Assigned.",
    "suspended": "The person is suspended.",
    "answered": "Noted as answered.",
    "unanswered": "Noted as not answered yet.",
    "released": "Released. It is among the new leads.",
    "quarantined": "In quarantine.",
    "lost": "Noted as lost.",
    "declined": "Declined.",
    "declined-mailed": "Declined. The letter is on its way.",
    "meanwhile": "A colleague has moved this lead meanwhile.",
    "check-first": "Check for conflicts first: the firm sends no link before that.",
    "sent-again": "It is being sent again. If it is refused once more, this page says so.",
    "not-connected": "The firm is not connected to this platform.",
    "quarantine-first": "Release it from quarantine first.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

REFUSALS = {
    "platform_unauthorized": "This lead is not in {name}, which did not accept the firm's connection.",
    "platform_forbidden": "This lead is not in {name}: the connected account may not add it there.",
    "platform_rejected": "This lead is not in {name}, which refused it.",
    "platform_error": "This lead is not in {name}, which did not answer as it should for a day.",
}
"""The sentences about platforms that refused a lead, by the code of the error."""
