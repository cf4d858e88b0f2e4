"""Roles and statuses of users and invitations."""

from datetime import timedelta

from intake.core.transitions import Transitions

ADMIN, ATTORNEY, STAFF, PARALEGAL = ROLES = ("admin", "attorney", "staff", "paralegal")
ACTIVE, PENDING, SUSPENDED = STATUSES = ("active", "pending", "suspended")

TRANSITIONS = Transitions({ACTIVE: {SUSPENDED}, SUSPENDED: {ACTIVE}})
"""How the status of a user may change. An invitation becomes an active user when it is accepted."""

ACCEPTED, WITHDRAWN = "accepted", "withdrawn"
"""The final statuses of an invitation; until then it is pending."""

INVITATION_LIFETIME = timedelta(days=7)
