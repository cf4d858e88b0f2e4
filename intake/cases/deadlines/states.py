"""Types of a deadline."""

FILING, HEARING, STATUTE, OTHER = TYPES = ("filing", "hearing", "statute", "other")
