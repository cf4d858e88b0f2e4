"""Requesting documents from the client of a matter."""
