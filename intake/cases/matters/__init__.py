"""Legal cases and engagements."""
