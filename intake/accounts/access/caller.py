"""Identify the caller of a request."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, Self

from flask import current_app, request

from intake.accounts.audit.recording import act_as
from intake.accounts.audit.states import API_KEY, APPLICATION
from intake.accounts.firms.models import Firm
from intake.accounts.oauth.tokens import AccessToken
from intake.accounts.permissions.roles import SEES_ONLY_ASSIGNED, has_permission, scopes_gained, scopes_of
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.sessions.current_session import current_session
from intake.accounts.sessions.models import Session
from intake.accounts.users.models import User
from intake.accounts.users.states import ACTIVE
from intake.core.clock import iso, now
from intake.core.crypto import matches
from intake.core.errors import Forbidden
from intake.core.statements import Parameter
from intake.core.tenancy import StatementScope

from .errors import (
    ExpiredAccessToken,
    ExpiredApiKey,
    InsufficientScope,
    InvalidAccessToken,
    InvalidApiKey,
    LiveKey,
    MalformedKey,
    MissingApiKey,
    RevokedApiKey,
    SandboxKey,
)
from .models import ApiKey

_KEY = re.compile(r"ik_(live|test)_([A-Za-z0-9]{12})_([A-Za-z0-9]{40})")


@dataclass(frozen=True)
class Caller:
    """An authenticated caller: its firm, its scopes, and the key of its rate limit.

    `user` is the one for whom a token or a session acts; an API key acts for the firm and has none. `ends_at` is when
    the key expires. A `FirmScope` and a `Granter`.
    """

    firm: Firm
    holder: str
    scopes: frozenset[str]
    user: User | None = None
    ends_at: datetime | None = None

    @classmethod
    def of_session(cls, session: Session) -> "Caller":
        """Return the caller of a session, limited only by the user's role."""
        return cls(session.firm, session.id, frozenset(SCOPES), session.user)

    @classmethod
    def of_person(cls, firm: Firm, user_id: str) -> "Caller | None":
        """Return the caller of a person for whom the worker acts, with present rights; None if they have left."""
        user = User.of(firm).where(User.id == user_id, User.status == ACTIVE).first()
        return cls(firm, user.id, frozenset(SCOPES), user) if user else None

    @classmethod
    def at_work(cls, firm_id: str, user_id: str, permission: str) -> "Caller | None":
        """Return the caller of a person, None if they, or the firm, may not change anything with the permission now."""
        firm = Firm.fetch(firm_id)
        if firm.is_stopped or firm.is_read_only:
            return None
        caller = cls.of_person(firm, user_id)
        return caller if caller and has_permission(caller.role or "", permission) else None

    @property
    def firm_id(self) -> str:
        return self.firm.id

    @property
    def role(self) -> str | None:
        """The user's role; None for an API key."""
        return self.user.role if self.user else None

    @property
    def assignee(self) -> tuple[str, ...] | None:
        """The ids under which matters are assigned to the user if the role sees no others; else None."""
        return self.user.assigned_as if self.user and self.user.role in SEES_ONLY_ASSIGNED else None

    def require(self, scope: str, permission: str | None = None) -> None:
        """Raise `InsufficientScope` without the scope, `Forbidden` if the user's role lacks the permission.

        The permission defaults to the one with the name of the scope.
        """
        if scope not in self.scopes:
            raise InsufficientScope(required_scope=scope)
        if not self._has_permission(permission or scope):
            raise Forbidden

    def may(self, scope: str) -> bool:
        """Whether the caller has the scope, and the user's role the permission with its name."""
        return scope in self.scopes and self._has_permission(scope)

    @property
    def held(self) -> frozenset[str]:
        """The scopes that the caller can grant: of a user those that both the token and the role allow."""
        return self.scopes & scopes_of(self.user.role) if self.user else self.scopes

    def require_held(self, scopes: Iterable[str], until: datetime | None = None) -> None:
        """Raise `InsufficientScope` for scopes that the caller lacks and so cannot grant.

        Raises `Forbidden` if the caller ends before the grant, which without `until` has no end.
        """
        granted = frozenset(scopes)
        if wanted := granted - self.held:
            raise InsufficientScope(required_scope=" ".join(scope for scope in SCOPES if scope in wanted))
        if granted:
            self.require_lasting(until)

    def require_lasting(self, until: datetime | None = None) -> None:
        """Raise `Forbidden` if the caller ends before what it grants, which without `until` has no end."""
        if self.ends_at and (until is None or until > self.ends_at):
            raise Forbidden(f"This key expires at {iso(self.ends_at)} and cannot grant what lasts longer.")

    def require_role_held(self, role: str, before: str | None = None) -> None:
        """Raise the errors of `require_held` for the scopes that a user who had the role `before` gains with this one.
        """
        self.require_held(scopes_gained(role, before))

    def require_unchanged(self, user: User) -> None:
        """Raise `Forbidden` if the caller acts for this user, who had another role or status when the request began.

        Otherwise somebody could take back what was taken from them while their request waited for that.
        """
        if self.user and self.user.id == user.id and (self.user.role, self.user.status) != (user.role, user.status):
            raise Forbidden

    def _has_permission(self, permission: str) -> bool:
        return self.user is None or has_permission(self.user.role, permission)


class StatementUser(NamedTuple):
    """The user of a statement that is compiled for all users with this role."""

    role: str
    id: Parameter = Parameter("user_id")


class StatementCaller(NamedTuple):
    """The user who calls, in a statement that is compiled before its parameters are known. A `FirmScope`."""

    firm_id: Parameter
    assignee: tuple[Parameter, ...] | None
    user: StatementUser

    @classmethod
    def like(cls, caller: Caller, user: User) -> tuple[Self, dict[str, Any]]:
        """Return the caller of a statement for all users like the caller's, and the values of its parameters."""
        (scope, values), like_user = StatementScope.like(caller), StatementUser(user.role)
        return cls(*scope, like_user), values | {like_user.id: user.id}


def identify_caller(or_session: bool) -> Caller:
    """Return the caller by the API key, the access token, or with `or_session` the session of this request.

    Raises `MissingApiKey`, `InvalidApiKey`, `RevokedApiKey`, `ExpiredApiKey`, `InvalidAccessToken` or
    `ExpiredAccessToken`.
    """
    text = request.headers.get("X-Api-Key")
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        if text:  # who the caller is must not depend on which of them is read first
            raise InvalidAccessToken("Send either an API key or an access token, not both.")
        return _by_access_token(token.strip())
    if text:
        return _by_api_key(text.strip())
    if or_session and (session := current_session()):
        return Caller.of_session(session)
    raise MissingApiKey


def _by_api_key(text: str) -> Caller:
    parts = _KEY.fullmatch(text)
    if parts is None:
        raise MalformedKey
    if parts[1] != current_app.extensions["key_kind"]:
        raise SandboxKey if parts[1] == "test" else LiveKey
    key = ApiKey.with_firm(parts[2])
    if key is None or not matches(parts[3], key.secret_digest):
        raise InvalidApiKey
    if key.revoked_at:
        raise RevokedApiKey
    if key.expired:
        raise ExpiredApiKey
    act_as(API_KEY, key.id)
    return Caller(key.firm, key.id, frozenset(key.scopes), ends_at=key.expires_at)


def _by_access_token(text: str) -> Caller:
    if _KEY.fullmatch(text):
        raise InvalidAccessToken("This is an API key; send it in the header X-Api-Key, without Authorization.")
    token = AccessToken.by_text(text)
    if token is None or token.user.status != ACTIVE:
        raise InvalidAccessToken
    if token.expires_at <= now():
        raise ExpiredAccessToken
    act_as(APPLICATION, token.client_id, user_id=token.user_id)
    return Caller(token.firm, token.holder, frozenset(token.scopes), token.user)
