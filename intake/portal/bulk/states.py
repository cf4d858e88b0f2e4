"""The actions on many matters, and the maximum number at once."""

REMIND, ASSIGN, CLOSE, ARCHIVE, REOPEN, SEND_LINK = ACTIONS = (
    "remind", "assign", "close", "archive", "reopen", "send_link")

MOST = 500
