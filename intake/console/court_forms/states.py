"""Sentences and limits of the pages of court forms."""

PER_PAGE = 25

NOTICES = {
    "added": "The form is added. Its fields are being read.",
    "saved": "Saved. It applies from the next form that is filled in.",
    "removed": "The form is removed. Documents that were filled in stay.",
    "storage": "The file storage cannot be reached. Please try again in a moment.",
    "file": "Choose a PDF of at most 25 MB.",
    "limit": "The firm's limit of forms of its own is reached. Remove one that is no longer used.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

PROBLEMS = {
    "encrypted": "The PDF is locked with a password. Save a copy without one and add that.",
    "locked": "The PDF does not allow filling it in.",
    "xfa": "The PDF only has fields of Adobe’s XML forms, which no other program can fill in. Ask the court for "
           "another version.",
    "no_fields": "The PDF has no fields to fill in.",
    "damaged": "The file is damaged, or not a PDF.",
    "too_complex": "The PDF is too complex to be read.",
    "too_large": "The file is too large.",
    "infected": "A virus was found in the file. It was deleted.",
}
"""Why a form cannot be filled in."""

COURT_TYPE_NAMES = {
    "appellate": "Appeals", "bankruptcy": "Bankruptcy", "civil": "Civil", "criminal": "Criminal court",
    "family": "Family", "housing": "Housing", "immigration": "Immigration", "juvenile": "Juvenile",
    "probate": "Probate", "small_claims": "Small claims", "tax": "Taxes", "traffic": "Traffic",
    "other": "Other court"}

TYPE_NAMES = {"text": "Text", "check": "Box", "radio": "One of several", "choice": "Menu", "date": "Date",
              "signature": "Signature"}

WRONG_NAME = "Enter a name of at most 255 characters."
