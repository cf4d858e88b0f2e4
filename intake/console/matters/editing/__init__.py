"""Changing a matter's title, practice area, description and person in charge."""
