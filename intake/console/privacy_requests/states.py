"""The limits and texts of the pages of privacy requests."""

ROWS = 25

KINDS = {"access": "See their data", "correction": "Correct their data", "deletion": "Delete their data",
         "portability": "Take their data elsewhere"}
SOURCES = {"portal": "On the client’s page", "email": "By e-mail", "phone": "By telephone", "letter": "By letter",
           "in_person": "In your office"}
STATUSES = {"received": "Received", "verifying": "Identity to be checked", "in_progress": "In progress",
            "answered": "Was answered", "refused": "Was refused"}
VERIFIED = {"link": "By the personal link alone, which is not enough",
            "link_and_code": "By the personal link and a code"}

NOTICES = {
    "entered": "Entered. The days count from when you received it.",
    "verified": "Saved how you checked.",
    "begun": "It has begun.",
    "export-begun": "The export is being made. You can leave this page: the bell says when it is ready.",
    "extended": "Extended by 45 days.",
    "answered": "Answered.",
    "refused": "Refused.",
    "closed": "This request has already been answered or refused.",
    "extended_before": "The time to answer was already extended.",
    "unchecked": "First verify who is asking, and say how you did it.",
    "checked": "Somebody has already recorded how they checked.",
    "on_hold": "A legal hold covers this client: nothing can be deleted. Refuse the request with that reason, or lift "
               "the hold.",
    "too_many": "Your firm has too many exports. Wait until one is ready, or remove one.",
    "erased": "The client was erased, and Intake can no longer write to them. Inform them in another way.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

WRONG = {
    "client_id": "Begin on the page of the client.",
    "kind": "Choose what was requested.",
    "source": "Choose how the request was made.",
    "received_on": "Enter a day of the last 45 days.",
    "note": "Write at most 2,000 characters.",
    "verification": "Say how you checked, in at most 500 characters.",
    "reason": "Say why, in at most 500 characters. The client reads it.",
    "extension_reason": "Say why, in at most 500 characters. The client reads it.",
    "answer": "Write at most 2,000 characters.",
    "open": "The client has already made this request and is waiting for an answer.",
}
