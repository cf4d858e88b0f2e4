"""Conflict checks: the search, the list of checks, and one check with its hits and its decision."""
