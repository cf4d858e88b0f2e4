"""The limits and texts of the pages."""

ROWS = 25
"""How many erasures a page of the list shows."""

NOTICES = {
    "answered": "Answered. Nothing is deleted before it is confirmed here.",
    "withdrawn": "Withdrawn. Nothing was erased.",
    "not_open": "That was already confirmed.",
    "became_client": "The lead has become a client meanwhile. It is erased with that client or with its matter.",
    "no_longer_due": "It was due for destruction, but is in use again or kept longer now: keep it.",
    "first": "You are the first of the two who confirm it.",
    "second_person": "Another admin has to confirm it.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

WRONG = {
    "reason": "Say why it is erased, for the person who confirms it.",
    "pending": "Its erasure was already requested. You find it in the list.",
    "name": "That is not its name. Type it exactly as shown.",
}
