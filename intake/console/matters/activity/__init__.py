"""The activity in a matter: its audit log entries, in sentences."""
