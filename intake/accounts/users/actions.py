"""Add, invite and change the users of a firm (docs/behaviour.md, "The firm").

Rules about all users of a firm (its seats, its last admin) are checked while the firm is locked: if two changes would
break a rule only together, the second is refused.
"""

from collections.abc import Iterable
from typing import Any

from flask import current_app

from intake.accounts.audit.recording import act_as, record_act, record_change
from intake.accounts.audit.states import PERSON
from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.crypto import digest, random_token, vault
from intake.core.db import db, map_constraint_errors
from intake.core.tenancy import FirmScope
from intake.core.text_search import folded
from intake.engine.tasks.actions import plan

from .errors import LastAdmin, UserAlreadyExists, UserLimitReached
from .granting import Granter
from .models import Invitation, User, seats_taken
from .password_hashing import hash_password
from .states import ACCEPTED, ACTIVE, ADMIN, INVITATION_LIFETIME, TRANSITIONS, WITHDRAWN

_TOKEN_LENGTH = 43  # 256 bits


def add(firm: Firm, email: str, role: str, password: str | None = None) -> User:
    """Create an active user. Raises `UserAlreadyExists` if a user of any firm has the address."""
    hashed = hash_password(password) if password else None
    with map_constraint_errors(users_email_unique=UserAlreadyExists), db.atomic():
        user = User.create(firm_id=firm.id, email=email, email_key=folded(email), role=role, status=ACTIVE,
                           password_hash=hashed)
        record_act("user.created", user, role=role)
    return user


def change(scope: Granter, user_id: str, **values: str) -> User:
    """Change the role and status of a user.

    Raises `NotFound`; `InvalidStatusTransition` unless the user is or was active; `InsufficientScope` unless the caller
    holds what the user gains; `Forbidden` to callers whose own role or status has changed meanwhile; `LastAdmin` where
    the firm would be left without an active admin.
    """
    with db.atomic():
        Firm.fetch_locked(scope.firm_id)
        user = User.fetch(scope, user_id)
        changes = user.differing(values)
        if "status" in changes:
            TRANSITIONS.check(user.status, changes["status"])
        is_reinstated = changes.get("status") == ACTIVE
        if is_reinstated or "role" in changes:
            scope.require_unchanged(user)
            scope.require_role_held(changes.get("role", user.role), before=None if is_reinstated else user.role)
        if changes:
            others = User.of(user).where(User.role == ADMIN, User.status == ACTIVE, User.id != user.id)
            if user.role == ADMIN and user.status == ACTIVE and not others.exists():
                raise LastAdmin
            if "status" in changes:
                user.block_new_matters()
            # A suspension takes effect at once: sessions and tokens check the status with every request, and triggers
            # (`users_signed_out`, `users_suspended`) delete them.
            user.change(**changes)
            record_change(user, changes, **changes)
    return user


def rename(user: User, first_name: str, last_name: str) -> None:
    """Change what the user is called."""
    with db.atomic():
        changes = user.differing({"first_name": first_name, "last_name": last_name})
        if changes:
            user.change(**changes)
            record_change(user, changes)


def invite(
    scope: Granter, email: str, role: str, first_name: str | None = None, last_name: str | None = None,
    language: str | None = None
) -> Invitation:
    """Create an invitation, which takes a seat of the plan, and queue the mail with its link.

    The mail is in this language, without one in the firm's.

    Raises `InsufficientScope` unless the caller holds what the role gives; `UserAlreadyExists` if the address is a
    user's or was invited; `UserLimitReached`.
    """
    scope.require_role_held(role)
    with db.atomic():
        firm = Firm.fetch_locked(scope.firm_id)
        key = folded(email)
        if User.of(scope).where(User.email_key == key).exists():
            raise UserAlreadyExists
        if Invitation.pending(scope).where(Invitation.email_key == key).exists():
            raise UserAlreadyExists("This e-mail address was invited already; the invitation can be sent again.")
        if seats_taken(scope) >= current_app.extensions["plans"][firm.plan].users:
            raise UserLimitReached
        invitation = Invitation.create(firm_id=firm.id, email=email, email_key=key, role=role, first_name=first_name,
                                       last_name=last_name, language=language, **_new_link())
        plan(invitation.firm_id, "send_invitation", invitation.id)
        record_act("invitation.created", invitation, role=role)
    return invitation


def invite_missing(scope: Granter, invites: Iterable[dict[str, Any]]) -> None:
    """Invite those that are neither users nor invited, or none of them.

    Raises `InsufficientScope`, `UserLimitReached`.
    """
    with db.atomic():
        Firm.fetch_locked(scope.firm_id)
        known = {key for query in (User.of(scope, User.email_key), Invitation.pending(scope, Invitation.email_key))
                 for key, in query.tuples().execute()}
        for invited in invites:
            if folded(invited["email"]) not in known:
                known.add(invite(scope, **invited).email_key)


def resend(scope: Granter, invitation_id: str) -> Invitation:
    """Replace the link of a pending invitation and queue its mail again.

    Raises `NotFound`; `InsufficientScope` unless the caller holds what the role gives.
    """
    with db.atomic():
        invitation = Invitation.fetch_pending(scope, invitation_id)
        scope.require_role_held(invitation.role)
        invitation.change(**_new_link())
        plan(invitation.firm_id, "send_invitation", invitation.id)
        record_act("invitation.resent", invitation)
    return invitation


def withdraw(scope: FirmScope, invitation_id: str) -> None:
    """Withdraw a pending invitation: its link stops working and its seat is free. Raises `NotFound`."""
    with db.atomic():
        invitation = Invitation.fetch_pending(scope, invitation_id)
        invitation.change(status=WITHDRAWN, sealed_token=None)
        record_act("invitation.withdrawn", invitation)


def accept(invitation: Invitation, first_name: str, last_name: str, password: str) -> bool:
    """Create the invited user. Return whether the invitation was still open.

    Raises `UserAlreadyExists` if a user of any firm has the address: an address signs in to one firm only.
    """
    hashed = hash_password(password)
    with map_constraint_errors(users_email_unique=UserAlreadyExists), db.atomic():
        current = Invitation.fetch_locked(invitation, invitation.id)
        if not current.is_open or current.token_digest != invitation.token_digest:
            return False
        user = User.create(
            firm_id=invitation.firm_id, email=invitation.email, email_key=invitation.email_key, first_name=first_name,
            last_name=last_name, role=invitation.role, status=ACTIVE, password_hash=hashed)
        invitation.change(status=ACCEPTED, user_id=user.id, sealed_token=None)
        act_as(PERSON, user.id)
        record_act("invitation.accepted", invitation, role=user.role)
    return True


def _new_link() -> dict[str, Any]:
    """Return the columns of an invitation with a new token, sealed for the mail that is still to be sent."""
    token, moment = random_token(_TOKEN_LENGTH), now()
    return {"token_digest": digest(token), "sealed_token": vault.seal(token), "invite_sent_at": moment,
            "expires_at": moment + INVITATION_LIFETIME, "mail_error": None}
