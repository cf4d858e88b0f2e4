"""Kinds of hits, decisions, and limits of a check."""

CLIENT, MERGED_CLIENT, PARTY, LEAD, LEAD_PARTY = KINDS = ("client", "merged_client", "party", "lead", "lead_party")
"""The kinds of hits: a client, a merged client, a party of a matter, a lead, a party of a lead."""

CLEAR, WAIVED, SCREENED, CONFLICT = DECISIONS = ("clear", "waived", "screened", "conflict")

CLEARING = (CLEAR, WAIVED, SCREENED)
"""The decisions after which the firm may act."""

NAME, ALIAS, FORMER_NAME, EMAIL, PHONE, ADDRESS = PARTS = ("name", "alias", "former_name", "email", "phone", "address")
"""The searched fields of a record."""

MOST_TERMS, MOST_NAMES, MOST_HITS = 200, 20, 200
"""How many names of a matter or a lead are searched, how many a request may add, and how many hits are stored."""

FEW_TERMS = 5
"""The number of terms that are always searched in half a second; the maximum may take seconds."""

INDEX_VERSION = 1
"""Stored with each check. Raise it when `names.py` or `keys.py` change; a migration then queues all names again."""
