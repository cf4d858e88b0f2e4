"""Codes by which clients prove that a link is theirs, and the browsers in which they did."""
