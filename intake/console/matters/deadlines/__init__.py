"""The deadlines of a matter."""
