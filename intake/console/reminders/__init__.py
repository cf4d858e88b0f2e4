"""Reminders: each client's next reminder, and the reasons for or against it."""
