"""Lengths of a saved view, and how many a list of the console shows."""

NAME_LENGTH, PAGE_LENGTH = 80, 2000

SHOWN = 50
