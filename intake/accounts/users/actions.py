"""Everything that can happen to a firm's people (interface, "Firm"; decisions.md 6).

Rules about all people of a firm at once, its seats and its admins, are asked while the firm is locked, so that of two
who would break one together the second is told.
"""

from flask import current_app
from werkzeug.security import generate_password_hash

from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.crypto import digest, random_token, vault
from intake.core.db import db, map_constraint_errors
from intake.core.text_search import folded
from intake.engine.tasks.actions import plan

from .errors import LastAdmin, UserAlreadyExists, UserLimitReached
from .models import Invitation, User, seats_taken
from .states import ACCEPTED, ACTIVE, ADMIN, INVITED_FOR, TRANSITIONS, WITHDRAWN

_TOKEN_LENGTH = 43  # 256 bits


def add(firm, email, role, password=None):
    """The firm has a new active member. Raises `UserAlreadyExists` if the address is anybody's already."""
    with map_constraint_errors(users_email_unique=UserAlreadyExists):
        return User.create(firm_id=firm.id, email=email, email_key=folded(email), role=role, status=ACTIVE,
                           password_hash=generate_password_hash(password) if password else None)


def change(scope, user_id, **values):
    """The member has the given role and status.

    Raises `NotFound`; `InvalidStatusTransition` unless the member is or was active; `LastAdmin` where the firm would be
    left without an active admin.
    """
    with db.atomic():
        Firm.fetch_locked(scope.firm_id)
        user = User.fetch(scope, user_id)
        changes = user.differing(values)
        if "status" in changes:
            TRANSITIONS.check(user.status, changes["status"])
        if _is_active_admin(user) and changes and not User.other_active_admins(user).exists():
            raise LastAdmin
        if changes:
            # Whoever was suspended is out at once: sessions and tokens ask for the status with every request, and the
            # database ends them (triggers `users_signed_out` and `users_suspended`), whichever feature they are of.
            user.change(**changes)
    return user


def invite(scope, email, role, first_name=None, last_name=None):
    """Somebody is invited, will get a mail with a link, and takes a seat of the plan.

    Raises `UserAlreadyExists` if the address is a member's or was invited, `UserLimitReached`.
    """
    with db.atomic():
        firm = Firm.fetch_locked(scope.firm_id)
        key = folded(email)
        if User.is_member(scope, key):
            raise UserAlreadyExists
        if Invitation.pending(scope).where(Invitation.email_key == key).exists():
            raise UserAlreadyExists("This e-mail address was invited already; the invitation can be sent again.")
        if seats_taken(scope) >= current_app.extensions["plans"][firm.plan].users:
            raise UserLimitReached
        invitation = Invitation.create(firm_id=firm.id, email=email, email_key=key, role=role, first_name=first_name,
                                       last_name=last_name, **_fresh_link())
        _plan_mail(invitation)
    return invitation


def invite_missing(scope, invites):
    """Whoever of these is neither a member nor invited is now, or nobody is. Raises `UserLimitReached`."""
    with db.atomic():
        Firm.fetch_locked(scope.firm_id)
        known = {key for model in (User.of(scope, User.email_key), Invitation.pending(scope, Invitation.email_key))
                 for key, in model.tuples()}
        for invited in invites:
            if folded(invited["email"]) not in known:
                known.add(invite(scope, **invited).email_key)


def resend(scope, invitation_id):
    """The invitation is sent again with another link, good for seven days; the one before opens nothing any more.

    Raises `NotFound` unless the invitation is pending.
    """
    with db.atomic():
        invitation = Invitation.fetch_pending(scope, invitation_id)
        invitation.change(**_fresh_link())
        _plan_mail(invitation)
    return invitation


def withdraw(scope, invitation_id):
    """The invitation's link opens nothing any more, and its seat is free. Raises `NotFound` unless it is pending."""
    with db.atomic():
        Invitation.fetch_pending(scope, invitation_id).change(status=WITHDRAWN, sealed_token=None)


def accept(invitation, first_name, last_name, password):
    """The invited person is an active member of the firm. Says whether the invitation was still open.

    Raises `UserAlreadyExists` if the address is a member's of any firm: one may sign in to one firm only.
    """
    hashed = generate_password_hash(password)
    with map_constraint_errors(users_email_unique=UserAlreadyExists), db.atomic():
        now_there = Invitation.fetch_locked(invitation, invitation.id)
        if not now_there.is_open or now_there.token_digest != invitation.token_digest:
            return False
        user = User.create(
            firm_id=invitation.firm_id, email=invitation.email, email_key=invitation.email_key, first_name=first_name,
            last_name=last_name, role=invitation.role, status=ACTIVE, password_hash=hashed)
        invitation.change(status=ACCEPTED, user_id=user.id, sealed_token=None)
    return True


def _is_active_admin(user):
    return user.role == ADMIN and user.status == ACTIVE


def _fresh_link():
    """The columns of an invitation whose link nobody knows yet but the mail that waits to be sent."""
    token, moment = random_token(_TOKEN_LENGTH), now()
    return {"token_digest": digest(token), "sealed_token": vault.seal(token), "invite_sent_at": moment,
            "expires_at": moment + INVITED_FOR}


def _plan_mail(invitation):
    plan(invitation.firm_id, "send_invitation", invitation.id)
