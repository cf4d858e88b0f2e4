"""Conflict checks: searching, the list of checks, and one check with its hits and what is decided."""
