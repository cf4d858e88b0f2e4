"""The limits of a template, and the states it may be for."""

MAX_DOCUMENTS = 100

MAX_CHOICES = 200
"""How many of the firm's own templates a menu offers."""

STATES = (
    "AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "DC", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS", "KY", "LA",
    "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC", "ND", "OH", "OK", "OR",
    "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV", "WI", "WY", "AS", "GU", "MP", "PR", "VI",
)  # fmt: skip
"""The states, the District of Columbia and the territories, as the Postal Service abbreviates them."""
