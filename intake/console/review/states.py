"""What the list shows."""

SHOWN = 50
"""How many waiting files the list shows; the others follow as these are decided."""
