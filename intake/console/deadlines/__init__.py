"""Deadlines of all matters: a list, a month, and the address of a calendar feed."""
