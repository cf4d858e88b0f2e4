"""The texts of the page of the lead form."""

NOTICES = {"saved": "Saved."}
"""Values of `done` in the address, and the sentence for each."""

WRONG = {
    "enabled": "Please choose one of these.",
    "practice_areas": "Please choose at least one practice area.",
    "allowed_origins": "Please enter at most 20 different sites, each such as https://www.example.com, without a path.",
    "notify": "Please enter at most 10 different e-mail addresses, each on its own line.",
}
"""The messages about fields that the schema refuses."""
