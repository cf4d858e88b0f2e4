"""Statuses of a form and of filling it in, and the limits of both."""

ISSUED = "issued"
"""The signed URL was issued, and the form is not confirmed. No list shows it."""

PENDING, READY, FAILED = STATUSES = ("pending", "ready", "failed")
"""`pending`: its fields are being read. `failed`: it cannot be filled in; its `problem` says why."""

INFECTED = "infected"
"""The problem of an infected form; the others are in `form_pdf.sandbox`."""

MISSING = "missing"
FILL_STATUSES = (PENDING, READY, MISSING, FAILED)
"""`missing`: something that the form asks for is not known, and nothing was written."""

TEXT, CHECK, RADIO, CHOICE, DATE, SIGNATURE = FIELD_TYPES = ("text", "check", "radio", "choice", "date", "signature")

FIRM = "firm"
"""The `source` of a firm's own forms; that of the others is the official address."""

COURT_TYPES = ("appellate", "bankruptcy", "civil", "criminal", "family", "housing", "immigration", "juvenile",
               "probate", "small_claims", "tax", "traffic", "other")

FEDERAL = "US"
"""The `state` of forms of federal courts and agencies."""

MAX_BYTES = 25 * 1024 * 1024
MAX_FORMS = 500
KEPT_VERSIONS = 100
MAX_TEXT = 250_000
"""Characters that are written into a form and its addendum: a text of 64 KiB may be the source of 5,000 fields."""

TOO_LONG = "too_long"
"""The problem of a fill for which there is more text than `MAX_TEXT`."""
CATEGORY = "Court forms"
"""The heading for filled forms among a matter's documents."""
