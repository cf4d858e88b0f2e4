"""The feed of notifications, each entry with a link to its record."""
