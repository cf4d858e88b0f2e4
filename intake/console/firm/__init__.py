"""The firm: its profile, its appearance to clients, and their reminders."""
