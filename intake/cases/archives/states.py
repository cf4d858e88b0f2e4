"""Which files an archive has."""

APPROVED, ALL = CHOICES = ("approved", "all")
