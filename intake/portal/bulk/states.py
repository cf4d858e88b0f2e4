"""The actions on many matters, and the maximum number at once."""

REMIND, ASSIGN, ARCHIVE = ACTIONS = ("remind", "assign", "archive")

MOST = 500
