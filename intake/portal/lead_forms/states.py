"""Limits of the lead form, and how suspicious each sign of spam is."""

from datetime import timedelta

from intake.accounts.sessions.throttling import Throttle

MAX_BYTES = 64 * 1024
"""The maximum size of a form; one with 50 names takes a quarter of it."""

PAGES, POSTS = 240, 10
"""How many requests one network address may send a minute: for pages, and with a form."""

PROVEN, UNPROVEN = 60, 10
"""How many forms one firm takes a minute: with a proof of work, which costs the sender, and without."""

OF_A_FIRM = Throttle("lead_form", 300, timedelta(minutes=2))
"""Forms that one firm takes: 300 at once, and 720 a day."""

ONCE = Throttle("lead_challenge", 1, timedelta(hours=12))
"""A challenge is accepted once; its lifetime is shorter than this."""

RECEIPT = Throttle("lead_receipt", 1, timedelta(days=1))
"""Receipts to one address, from all firms together: a stranger can cause at most one mail a day to anyone."""

MANY_ROWS, MAX_ROWS = 15, 50
"""The number of other names from which a form is suspicious, and the most that it accepts."""

SHORTEST_SECONDS = 3
"""The minimum time that a person takes between opening the form and sending it."""

REPEATS_WITHIN = timedelta(days=1)

FACTS_DAYS = 30
"""For how many days the link to the second part is open."""

FACTS = {"facts": 5_000, "deadline": 200}
"""The texts of the second part, and how long each may be."""

MESSAGE_LENGTH = 10_000
"""The maximum length of all that was written about a lead, taken together."""

NO_PROOF, HONEYPOT, TOO_FAST, LINKS, REPEATED, BUSY_ADDRESS, MANY_NAMES, NOT_NAMES = REASONS = (
    "no_proof", "honeypot", "too_fast", "links", "repeated", "busy_address", "many_names", "not_names")

POINTS = {NO_PROOF: 30, HONEYPOT: 100, TOO_FAST: 60, LINKS: 60, REPEATED: 40, BUSY_ADDRESS: 40, MANY_NAMES: 30,
          NOT_NAMES: 40}
"""The points that each sign of spam adds to the score, which is 100 at most."""

QUARANTINE_FROM = 60
"""The score from which a lead goes into quarantine: one clear sign, or two weak ones."""
