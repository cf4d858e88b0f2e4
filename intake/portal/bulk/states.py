"""The actions on many matters, and the maximum number at once."""

REMIND, ASSIGN, CLOSE, ARCHIVE, REOPEN, SEND_LINK = ACTIONS = (
    "remind", "assign", "close", "archive", "reopen", "send_link")

MOST = 500

MOST_LINKS = 100
"""How many links are sent at once: each takes some twenty-five statements."""
