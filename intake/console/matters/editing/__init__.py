"""Changing a matter's title, practice area, description and who is in charge."""
