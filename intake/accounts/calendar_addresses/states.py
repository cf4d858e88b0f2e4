"""What the address of a calendar is made of."""

TOKEN_LENGTH = 40
"""Characters of the random token: 238 bits."""
