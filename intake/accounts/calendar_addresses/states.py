"""The parts of a calendar's address."""

TOKEN_LENGTH = 40
"""Characters of the random token: 238 bits."""
