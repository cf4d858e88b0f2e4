"""Fixed words of a deadline (interface, "Deadline")."""

FILING, HEARING, STATUTE, OTHER = TYPES = ("filing", "hearing", "statute", "other")
