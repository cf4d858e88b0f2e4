"""The secret address of a person's calendar, which programs read without a session."""
