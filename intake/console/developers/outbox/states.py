"""The choices and texts of the page."""

STEPS = {3600: "1 hour", 86_400: "1 day", 259_200: "3 days", 604_800: "1 week", 2_592_000: "30 days"}
"""The steps, in seconds, by which the clock can be moved, with their names."""

NOTICES = {
    "moved": "The clock was moved; what is due now is being done.",
    "emptied": "The outbox is empty.",
    "far": "The clock cannot be moved any further.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""
