"""Legal holds in the console: the list, placing a hold, and lifting it."""
