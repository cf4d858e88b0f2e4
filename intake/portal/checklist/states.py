"""The limits of what clients write on the checklist."""

LONGEST_NOTE = 1000
TOO_LONG = "Please shorten it to at most 1,000 characters."
