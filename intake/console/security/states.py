"""The limits and texts of the pages about security."""

ROWS = 25
"""How many sessions or failed sign-ins are shown."""

IDLE_HOURS, SESSION_DAYS = (1, 2, 4, 8, 12), (1, 3, 7, 14)
"""The session lengths that the page offers, besides one set through the API."""

NOTICES = {
    "saved": "Saved.",
    "length": "Choose one of these lengths.",
    "ended": "That browser is signed out.",
    "ended-all": "The person is signed out everywhere, and applications have no access in their name any more.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

REASONS = {
    "password": "The password was wrong.",
    "second_factor": "The code of the second factor was wrong.",
    "current_password": "The current password was wrong, when changing something.",
    "suspended": "The person is suspended.",
}
"""By `details.reason` of its entry, why signing in failed."""
