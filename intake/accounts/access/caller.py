"""Who is calling."""

import re
from dataclasses import dataclass

from flask import current_app, request

from intake.accounts.oauth.tokens import AccessToken
from intake.accounts.permissions.roles import SEES_ONLY_ASSIGNED, has_permission
from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.sessions.current import signed_in
from intake.accounts.users.states import ACTIVE
from intake.core.clock import now
from intake.core.crypto import matches
from intake.core.errors import Forbidden

from .errors import ExpiredToken, InsufficientScope, InvalidApiKey, MissingApiKey, RevokedApiKey, Unauthorized
from .models import ApiKey

_KEY = re.compile(r"ik_(live|test)_([A-Za-z0-9]{12})_([A-Za-z0-9]{40})")


@dataclass(frozen=True)
class Caller:
    """An identified caller: its firm, what it may do, and the id under which its requests are counted.

    `user` is the person for whom a token or a session acts; an API key acts for the firm as a whole and has none.
    """

    firm: object
    holder: str
    scopes: frozenset
    user: object = None

    @classmethod
    def for_user(cls, user, firm, holder, scopes):
        """The caller that acts for a person of the firm with these scopes, as far as the person's role goes."""
        return cls(firm, holder, frozenset(scopes), user)

    @classmethod
    def of_session(cls, session):
        """The caller for a page that somebody who is signed in looks at; only the person's role limits it."""
        return cls.for_user(session.user, session.firm, session.id, SCOPES)

    @property
    def firm_id(self):
        return self.firm.id

    @property
    def role(self):
        """The person's role; None if no person stands behind the caller."""
        return self.user.role if self.user else None

    @property
    def assignee(self):
        """The names under which matters are assigned to the caller if it sees no others; else None."""
        return self.user.assigned_as if self.role in SEES_ONLY_ASSIGNED else None

    def require(self, scope, permission=None):
        """Raise `InsufficientScope` without the scope, `Forbidden` if the person's role lacks the permission.

        The permission is the scope unless another one is named.
        """
        if scope not in self.scopes:
            raise InsufficientScope(required_scope=scope)
        if not self._has_permission(permission or scope):
            raise Forbidden

    def may(self, scope):
        """Whether the caller has the scope, and the person's role the permission of that name."""
        return scope in self.scopes and self._has_permission(scope)

    def _has_permission(self, permission):
        return self.user is None or has_permission(self.role, permission)


def identified(or_session=False):
    """The caller of this request; with `or_session` that may be whoever is signed in at the browser that sent it.

    Raises `MissingApiKey`, `InvalidApiKey`, `RevokedApiKey`, `Unauthorized` or `ExpiredToken`.
    """
    text = request.headers.get("X-Api-Key")
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        if text:  # the firm by its key, or a person by a token: who it is must not depend on which we look at first
            raise Unauthorized("Send either an API key or an access token, not both.")
        return _by_access_token(token.strip())
    if text:
        return _by_api_key(text.strip())
    if or_session and (session := signed_in()):
        return Caller.of_session(session)
    raise MissingApiKey


def _by_api_key(text):
    parts = _KEY.fullmatch(text)
    key = ApiKey.with_firm(parts[2]) if parts else None
    if key is None or not matches(parts[3], key.secret_digest) or parts[1] != current_app.extensions["key_kind"]:
        raise InvalidApiKey
    if key.revoked_at:
        raise RevokedApiKey
    return Caller(key.firm, key.id, frozenset(key.scopes))


def _by_access_token(text):
    token = AccessToken.known(text)
    if token is None or token.user.status != ACTIVE:
        raise Unauthorized
    if token.expires_at <= now():
        raise ExpiredToken
    return Caller.for_user(token.user, token.firm, token.holder, token.scopes)
