"""The texts of the pages of conflict checks."""

NOTICES = {
    "decided": "The decision is recorded.",
    "already": "This check is already decided. Run a new one to decide again.",
    "consent": "A waiver needs a document of the matter that has been handed in, with the written consent.",
    "choose": "Choose a decision.",
    "note-too-long": "Enter a note of at most 5,000 characters.",
    "nothing": "Enter a name, an e-mail address, a telephone number or a street address.",
    "preparing": "The index of the firm's names is still being built. Please try again in a moment.",
    "under-way": "Other checks of your firm are under way. Please try again in a moment.",
    "too-many": "Enter at most 20 names of at most 200 characters, one per line.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

PER_PAGE = 25
MOST_CONSENTS = 200
"""How many of the latest documents can be chosen as a written consent."""

RULES_NOTICES = {"saved": "Saved."}
"""The messages of the rules page, by `done` in the address."""

WRONG = "Please enter a whole number from 60 to 100."
"""The message about a score that the schema refuses."""
