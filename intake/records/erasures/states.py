"""The kinds and statuses of erasures, and how long they look for late files."""

from datetime import timedelta

CLIENT, MATTER, DOCUMENT, LEAD, FIRM = KINDS = ("client", "matter", "document", "lead", "firm")

TABLE_OF = {CLIENT: "clients", MATTER: "matters", DOCUMENT: "document_requests", LEAD: "leads"}
"""The table of the record that an erasure of the kind names."""

PROPOSED, RUNNING, FAILED, DONE = STATUSES = ("proposed", "running", "failed", "done")

SWEPT_AFTER = timedelta(days=1, hours=1)
"""When to search again: until then an upload address issued before may have been used."""

NEXT_LOOK = timedelta(minutes=1)
"""How long after a mail to the client becomes due it is checked whether it was sent."""

WINDOW = 2000
"""How many rows of a table are looked through in a statement."""

LONGEST_REASON = 500

ERASED_EVENT = "record.erased"
