"""What each role may do (docs/behaviour.md, "Roles"; docs/decisions/0008).

A permission is what a route requires of a user's role. Most have the name of the scope that the route requires of the
token; the others are a part of one scope, for roles that have only this part.
"""

from intake.accounts.users.states import ADMIN, ATTORNEY, PARALEGAL, STAFF

from .scopes import SCOPES

INTAKE, TEMPLATES, OPENING, VIEWS, NOTES = "intake", "templates", "opening", "views", "notes"
COLLEAGUES, NOTIFICATIONS = "colleagues", "notifications"
COUNTERSIGNING = "countersigning"

PART_OF = {
    INTAKE: "matters:write",  # apply a checklist to a matter, make and send its intake link
    TEMPLATES: "matters:write",  # write the firm's templates
    OPENING: "matters:write",  # open a matter
    VIEWS: "matters:write",  # save views of lists
    NOTES: "matters:write",  # write notes about matters
    COUNTERSIGNING: "matters:write",  # sign letters for the firm
    COLLEAGUES: "firms:read",  # see the firm and who works there
    NOTIFICATIONS: "firms:read",  # read the notifications feed
}
"""The permissions that are not a whole scope, each with the scope that its routes require."""

_EVERYBODY = {"matters:read", "clients:read", "documents:read", "documents:write", INTAKE, VIEWS, NOTES, NOTIFICATIONS}

ROLE_PERMISSIONS = {
    ADMIN: frozenset({*SCOPES, *PART_OF}),
    ATTORNEY: frozenset({*_EVERYBODY, "matters:write", "clients:write",
                         TEMPLATES, OPENING, COUNTERSIGNING, COLLEAGUES}),
    STAFF: frozenset({*_EVERYBODY, "matters:write"}),
    PARALEGAL: frozenset({*_EVERYBODY, TEMPLATES}),
}

SEES_ONLY_ASSIGNED = frozenset({STAFF})
"""Roles that see only matters assigned to the user, and what belongs to those."""


def has_permission(role: str, permission: str) -> bool:
    """Whether the role has the permission."""
    return permission in ROLE_PERMISSIONS.get(role, ())


def scopes_gained(role: str, before: str | None = None) -> frozenset[str]:
    """Return the scopes that a user gains with this role: none of those who see only what is assigned to them.

    None either if the role `before` may do everything that this one may.
    """
    had = frozenset() if before is None or before in SEES_ONLY_ASSIGNED else ROLE_PERMISSIONS[before]
    return frozenset() if role in SEES_ONLY_ASSIGNED or ROLE_PERMISSIONS[role] <= had else scopes_of(role)


def scopes_of(role: str) -> frozenset[str]:
    """Return the scopes that a token of a user with this role can use."""
    return frozenset(PART_OF.get(permission, permission) for permission in ROLE_PERMISSIONS.get(role, ()))
