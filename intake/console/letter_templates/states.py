"""Sentences of the pages of letter templates."""

NOTICES = {
    "added": "The template is added.",
    "saved": "Saved. Letters that were made from it stay as they are.",
    "removed": "The template is removed. Letters that were made from it stay.",
    "limit": "There are 200 templates, as many as a firm can have. Remove one that is no longer used.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

WRONG_NAME = "Enter a name of at most 200 characters."
WRONG_TEXT = "Enter a text. The preview lists unknown fields."
TOO_LONG = "The text is too long."
NO_TEXT = "The English text is required: it is shown if another language is missing."
