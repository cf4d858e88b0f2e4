"""Roles and statuses of a firm's people (interface, "Firm user" and "Invitation"; decisions.md 6)."""

from datetime import timedelta

from intake.core.transitions import Transitions

ADMIN, ATTORNEY, STAFF, PARALEGAL = ROLES = ("admin", "attorney", "staff", "paralegal")
ACTIVE, PENDING, SUSPENDED = STATUSES = ("active", "pending", "suspended")

TRANSITIONS = Transitions({ACTIVE: {SUSPENDED}, SUSPENDED: {ACTIVE}})
"""Of members. That an invitation becomes an active member is the invited person's move."""

ACCEPTED, WITHDRAWN = "accepted", "withdrawn"
"""How an invitation ends; until then it is pending."""

INVITED_FOR = timedelta(days=7)
