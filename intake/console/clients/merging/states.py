"""The limits and texts of the page."""

FOUND = 10
"""How many clients a search for the duplicate shows."""

NOTICES = {
    "merged": "Merged. You can undo it for a day.",
    "undone": "The merge is undone. What came in meanwhile stays with its matter: check who sent it.",
    "late": "That can no longer be undone.",
    "merged-since": "The client into whom this one was merged was merged as well. Undo that merge first.",
    "taken": "The other client's e-mail address belongs to somebody else by now. Change it there first.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""
