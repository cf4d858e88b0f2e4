"""What can be done to many matters, and to how many at once."""

REMIND, ASSIGN, ARCHIVE = ACTIONS = ("remind", "assign", "archive")

MOST = 500
