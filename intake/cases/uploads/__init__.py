"""The files that are handed in."""
