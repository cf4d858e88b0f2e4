"""Legal cases and engagements (interface, "Matters")."""
