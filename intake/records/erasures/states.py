"""The kinds and statuses of erasures, and how long they look for late files."""

from datetime import timedelta

CLIENT, MATTER, DOCUMENT, LEAD, FIRM = KINDS = ("client", "matter", "document", "lead", "firm")

TABLE_OF = {CLIENT: "clients", MATTER: "matters", DOCUMENT: "document_requests", LEAD: "leads"}
"""The table of the record that an erasure of the kind names."""

PROPOSED, RUNNING, FAILED, DONE = STATUSES = ("proposed", "running", "failed", "done")

SWEPT_AFTER = timedelta(days=1, hours=1)
"""When it is looked once more: an address for an upload that was issued before may have been used until then."""

NEXT_LOOK = timedelta(minutes=1)
"""How long after a mail to the client can go it is looked whether it has gone."""

WINDOW = 2000
"""How many rows of a table are looked through in a statement."""

LONGEST_REASON = 500

ERASED_EVENT = "record.erased"

