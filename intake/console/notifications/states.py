"""How much the page shows, and the sentences about what was done there."""

ROWS = 50

DONE = {"read": "Everything is marked as read."}
"""Values of `done` in the address, and the sentence for each."""
