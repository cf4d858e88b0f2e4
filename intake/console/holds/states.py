"""Sentences of the pages of legal holds."""

ROWS = 50

NOTICES = {
    "held": "On hold. Nothing in it can be deleted or replaced until you lift the hold.",
    "saved": "Saved.",
    "lifted": "The hold is lifted.",
    "lifted-before": "This hold has already been lifted.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

WRONG = {
    "reason": "Say why, in at most 1,000 characters. Everybody who sees the matter can read it.",
    "until": "Enter a date.",
    "search": "Say which matters: by practice area, client or title.",
}

PAST = {"until": "Choose today or a later date."}
"""Why the actions refuse the values of a form: the other rules are those of the schemas."""
