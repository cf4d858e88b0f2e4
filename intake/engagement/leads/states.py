"""Statuses and transitions of a lead, and the vocabularies of its parties and its source."""

from intake.core.transitions import Transitions

NEW, CHECKING, CLEARED, OFFERED, ENGAGED, DECLINED, LOST = STATUSES = (
    "new", "checking", "cleared", "offered", "engaged", "declined", "lost")

OPEN = (NEW, CHECKING, CLEARED, OFFERED)
"""The statuses of leads that are still undecided."""

CLOSED = (DECLINED, LOST)
"""The statuses of leads that ended without a client."""

TRANSITIONS = Transitions({
    NEW: {CHECKING, CLEARED, DECLINED, LOST},
    CHECKING: {NEW, CLEARED, DECLINED, LOST},
    CLEARED: {CHECKING, OFFERED, DECLINED, LOST},
    OFFERED: {CHECKING, CLEARED, DECLINED, LOST},
    DECLINED: {NEW, LOST},
    LOST: {NEW, DECLINED},
})
"""The permitted changes of status; only a conversion makes a lead engaged."""

CONVERTIBLE = (CLEARED, OFFERED)
"""The statuses from which a lead can become a client."""

WISHES = ("email", "sms", "voicemail", "identify")
"""The contact preferences with which a lead can rule something out."""

PERSON, COMPANY = PARTY_KINDS = ("person", "company")

CLIENT, OPPOSING, RELATED, WITNESS, OTHER = PARTY_ROLES = ("client", "opposing", "related", "witness", "other")
"""The roles of a party in the case."""

MAX_PARTIES, MAX_ALIASES = 50, 10

CAMPAIGN = ("source", "medium", "name", "term", "content")
"""The details of the campaign that brought the lead: the `utm_…` parameters."""
