"""The actions on many matters, and the maximum number at once."""

REMIND, ASSIGN, CLOSE, ARCHIVE, REOPEN = ACTIONS = ("remind", "assign", "close", "archive", "reopen")

MOST = 500
