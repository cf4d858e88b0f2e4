"""The texts about roles, and the maximum number of invitations at once."""

from typing import NamedTuple

from intake.accounts.permissions.roles import (
    COLLEAGUES,
    COUNTERSIGNING,
    INTAKE,
    NOTES,
    NOTIFICATIONS,
    OPENING,
    ROLE_PERMISSIONS,
    SEES_ONLY_ASSIGNED,
    TEMPLATES,
    VIEWS,
)
from intake.accounts.users.states import ADMIN, ATTORNEY, PARALEGAL, STAFF
from intake.gateways.send_errors import GAVE_UP, NOT_CONFIGURED, UNKNOWN

ROLES = {ADMIN: "Admin", ATTORNEY: "Attorney", PARALEGAL: "Paralegal", STAFF: "Staff"}
"""The names of the roles, in the order of the table."""

UNDELIVERED = {
    UNKNOWN: "The mail may have arrived: the connection broke while it was sent.",
    GAVE_UP: "It could not be sent for a whole day. Send it again.",
    NOT_CONFIGURED: "This installation cannot send such messages yet. Ask those who run it.",
}
"""Why the mail of an invitation was not delivered, by its `mail_error`."""

REFUSED = "The mail server does not know this address, or refuses it. Withdraw it, and invite the right one."
"""The reason for every other `mail_error`, which is the answer of a mail server."""

SHOWN = 1000
"""How many people the list shows: as many as the largest plan has seats."""

ROWS, MOST_ROWS = 4, 24
"""How many rows the form for invitations has at first, and at most."""


class Right(NamedTuple):
    """Something that people may do, and the permissions for it."""

    name: str
    permissions: frozenset[str]


RIGHTS = (
    Right("See matters, clients, deadlines and files",
          frozenset({"matters:read", "clients:read", "documents:read"})),
    Right("Review files and request documents", frozenset({"documents:write"})),
    Right("Send intake links and correct answers", frozenset({INTAKE})),
    Right("Write notes about matters", frozenset({NOTES})),
    Right("Get notifications and save views of lists", frozenset({NOTIFICATIONS, VIEWS})),
    Right("Change matters and deadlines, write to clients", frozenset({"matters:write"})),
    Right("Write templates", frozenset({TEMPLATES})),
    Right("Open matters, change clients", frozenset({OPENING, "clients:write"})),
    Right("Sign engagement letters for the firm", frozenset({COUNTERSIGNING})),
    Right("See who works at the firm", frozenset({COLLEAGUES})),
    Right("Settings, people, integrations and API keys",
          frozenset({"firms:read", "firms:write", "webhooks:read", "webhooks:write"})),
)
"""All permissions, as named in the table of roles."""

ASSIGNED = "Only in matters that are assigned to them"
EVERYWHERE = "In all matters"


def explain_roles():
    """Return the table of roles: (right, whether each role has it) pairs."""
    return [(right.name, [right.permissions <= ROLE_PERMISSIONS[role] for role in ROLES]) for right in RIGHTS]


def reach_of_roles():
    """Return the matters to which each role extends."""
    return [ASSIGNED if role in SEES_ONLY_ASSIGNED else EVERYWHERE for role in ROLES]
