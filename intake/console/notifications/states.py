"""The limits and texts of the page."""

ROWS = 50

DONE = {"read": "Everything is marked as read."}
"""Values of `done` in the address, and the sentence for each."""
