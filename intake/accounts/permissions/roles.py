"""What each role may do (interface, "invite user"; decisions.md 2; docs/decisions/0008).

A permission is what a route asks of a person's role. Most are named as the scope that the route asks of the token; the
others are a part of one scope, for roles that have only this part.
"""

from intake.accounts.users.states import ADMIN, ATTORNEY, PARALEGAL, STAFF

from .scopes import SCOPES

INTAKE, TEMPLATES, OPENING = "intake", "templates", "opening"
COLLEAGUES, NOTIFICATIONS = "colleagues", "notifications"

PART_OF = {
    INTAKE: "matters:write",  # apply a checklist to a matter, make and send its intake link
    TEMPLATES: "matters:write",  # write the firm's templates
    OPENING: "matters:write",  # open a matter
    COLLEAGUES: "firms:read",  # see the firm and who works there
    NOTIFICATIONS: "firms:read",  # read what the firm was told of
}
"""The permissions that are not a whole scope, each with the scope that its routes ask for."""

_MATTERS_AND_CLIENTS_READ = {"matters:read", "clients:read"}
_DOCUMENTS = {"documents:read", "documents:write"}

DUTIES = {
    ADMIN: frozenset({*SCOPES, *PART_OF}),
    ATTORNEY: frozenset({*_MATTERS_AND_CLIENTS_READ, "matters:write", "clients:write", *_DOCUMENTS,
                         INTAKE, TEMPLATES, OPENING, COLLEAGUES, NOTIFICATIONS}),
    STAFF: frozenset({*_MATTERS_AND_CLIENTS_READ, "matters:write", *_DOCUMENTS, INTAKE, NOTIFICATIONS}),
    PARALEGAL: frozenset({*_MATTERS_AND_CLIENTS_READ, *_DOCUMENTS, INTAKE, TEMPLATES, NOTIFICATIONS}),
}

SEES_ONLY_ASSIGNED = frozenset({STAFF})
"""Roles for which a matter that is not assigned to the person, and all that hangs below it, does not exist."""


def has_permission(role, permission):
    """Whether somebody of this role may do what asks for the permission."""
    return permission in DUTIES.get(role, ())


def scopes_of(role):
    """The scopes that a token of somebody of this role can make use of."""
    return frozenset(PART_OF.get(permission, permission) for permission in DUTIES.get(role, ()))
