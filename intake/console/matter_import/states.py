"""The columns of the file, and its limits."""

from datetime import timedelta

COLUMNS = {
    "title": "Title", "practice_area": "Practice area", "first_name": "First name", "last_name": "Last name",
    "email": "E-mail address", "phone": "Telephone number", "language": "Language", "in_charge": "In charge",
    "template": "Template", "description": "Description", "tags": "Tags",
}
"""The columns that are read, each with its English name on pages; both name it in a file, and so do translations."""

OTHER_NAMES = {
    "matter": "title", "case": "title", "e-mail": "email", "mail": "email", "telephone": "phone", "mobile": "phone",
    "cell": "phone", "assigned_attorney": "in_charge", "attorney": "in_charge", "responsible attorney": "in_charge",
    "surname": "last_name", "given name": "first_name", "asunto": "title", "correo": "email", "celular": "phone",
    "apellido": "last_name", "abogado": "in_charge",
}
"""What spreadsheets and other programs also call them."""

ROW = "row"
"""The column with the number that a row had in the file, in the text of rows that are corrected on the page."""

MOST = 5_000
"""How many rows a file may have."""

MAX_BYTES = 1_000_000
"""How large it may be: little less than a request."""

SHOWN, SHOWN_BYTES = 100, 200_000
"""How many of the rows that are ready, and of those to correct, a page shows, and how long their text may be."""

CHECKED, OPENING = "checked", "opening"
"""The statuses of an import."""

KEPT_FOR, MOST_KEPT = timedelta(days=7), 20
"""How long an import is kept, and how many of a firm."""

CLIENT = ("first_name", "last_name", "email", "phone")

EXAMPLE = (
    {"title": "Delgado v. Northern Freight", "practice_area": "Personal injury", "first_name": "Elena",
     "last_name": "Delgado", "email": "elena@example.com", "phone": "(518) 555-0142", "tags": "2026-CV-01234"},
    {"title": "Estate of Okafor", "practice_area": "Estate planning", "first_name": "Chidi", "last_name": "Okafor",
     "phone": "(518) 555-0117", "language": "English", "template": "Probate"},
)
"""The rows of the example file."""
