"""The texts and limits of the pages of integrations."""

PER_PAGE = 50

NOTICES = {
    "connected": "The firm is connected.",
    "disconnected": "The firm is disconnected. Synced data stays there and here.",
    "saved": "Saved.",
    "syncing": "The sync has begun. It appears in the history below.",
    "pulling": "The matters there are being counted. The result appears in the history below.",
    "not-connected": "The firm is not connected to this platform.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

NOT_ENTERED = "Please enter the secret exactly as it is shown there."

WRONG_MAPPINGS = {
    "half": "Please fill in both sides of each line, or neither.",
    "twice": "Each name may appear only once on the left.",
    "long": "Please use at most 100 characters for a case type and 200 for any other name.",
}
"""The messages about invalid mappings."""

PROBLEMS = {
    "platform_unauthorized": "{name} does not accept the connection any more. Connect again.",
    "platform_forbidden": "The connected account may not do this in {name}. Give it the permission there, or connect "
                          "an account that has it.",
    "platform_not_found": "The linked record has been deleted in {name}. Trying again creates a new one.",
    "platform_rejected": "{name} refused what was sent. Correct it, then try again.",
    "rate_limit_exceeded": "{name} accepted no more requests. Try again in a few minutes.",
    "platform_error": "{name} did not answer as it should. Try again later.",
    "not_scanned": "It has not been scanned for viruses yet. It is sent with the first sync after it is found clean.",
    "internal_error": "Something went wrong on our side. Try again later.",
}
"""Explanations and advice, by the code of a run's error."""

NO_CLIENT = "The matter has no client, and {name} only accepts matters with one. Add a client, then try again."
TOO_LARGE = "{name} accepts no file as large as this one. Upload it there by hand."
