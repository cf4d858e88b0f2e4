"""Legal holds at the console: the list, putting something on hold, and lifting it."""
