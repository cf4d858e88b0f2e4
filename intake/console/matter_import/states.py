"""The columns of the file, and its limits."""

from datetime import timedelta

COLUMNS = {
    "title": "Title", "practice_area": "Practice area", "first_name": "First name", "last_name": "Last name",
    "email": "E-mail address", "phone": "Telephone number", "language": "Language", "in_charge": "In charge",
    "template": "Template", "description": "Description", "tags": "Tags", "status": "Status", "client": "Client",
}
"""The columns that are read, each with its English name on pages; both name it in a file, and so do translations."""

OTHER_NAMES = {name: column for column, names in {
    "title": "matter, case, matter name, case name, case title, case/matter name, display number, matter number, "
             "asunto",
    "description": "matter description, case description",
    "practice_area": "area of law, type of law, case type, matter type",
    "first_name": "given name",
    "last_name": "surname, family name, apellido",
    "email": "e-mail, mail, email address, primary email, primary email address, e-mail 1 - value, "
             "client email, correo",
    "phone": "telephone, mobile, cell, phone number, mobile phone, cell phone, primary phone, primary phone number, "
             "phone 1 - value, home phone, business phone, client phone, phone mobile, phone home, phone work, celular",
    "client": "client name, contact, contact name, full name, company, company name, organization name, account name, "
              "display name, cliente",
    "in_charge": "attorney, assigned_attorney, responsible attorney, lead attorney, assigned to, abogado",
    "status": "matter status, case status, case closed",
}.items() for name in names.split(", ")}
"""What spreadsheets, Clio, Lawmatics, MyCase, PracticePanther, Outlook, Google and other programs also call them."""

CLOSED_NAMES = ("closed", "archived", "inactive", "complete", "completed", "cerrado", "archivado", "lost",
                "declined", "true", "yes")
OPEN_NAMES = ("", "open", "active", "pending", "hired", "abierto", "activo", "pendiente", "false", "no")
"""What they call the statuses of matters. In Lawmatics, clients have hired the firm or are lost; MyCase says whether a
case is closed.
"""

COMPANY_ENDINGS = ("llc", "llp", "lp", "inc", "inc.", "co", "co.", "corp", "corp.", "ltd", "ltd.", "pc", "p.c.", "pllc")
"""What may stand after a comma in the name of a company. In that of a person it is the first name."""

ROW = "row"
"""The column with the number that a row had in the file, in the text of rows that are corrected on the page."""

MOST = 5_000
"""How many rows a file may have."""

MOST_COLUMNS = 500
"""How many columns with a name it may have. The page offers a choice for each."""

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
