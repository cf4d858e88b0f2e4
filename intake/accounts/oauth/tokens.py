"""Grants, and the access and refresh tokens that each of them leads to."""

import re
from base64 import urlsafe_b64encode
from datetime import timedelta
from typing import Any, Self

from peewee import Expression, JSONField, ModelSelect, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.crypto import authentication_code, digest, random_token
from intake.core.db import Model
from intake.core.statements import CompiledQuery, Parameter, loaded
from intake.core.tenancy import FirmRecord

from .models import Consent, OauthClient
from .states import REUSE_GRACE_PERIOD

_TOKEN_LENGTH, _SALT_LENGTH = 43, 22  # 256 and 130 bits
_ACCESS_TOKEN = re.compile(rf"iat_[A-Za-z0-9]{{{_TOKEN_LENGTH}}}")


class Grant(FirmRecord):
    """One passage through the consent page: its code, and the family of tokens that the code led to."""

    prefix = "gra"

    consent_id = TextField()
    scopes = JSONField()
    redirect_uri = TextField()
    code_digest = TextField()
    code_challenge = TextField(null=True)
    code_expires_at = DateTimeTZField()
    code_used_at = DateTimeTZField(null=True)
    expires_at = DateTimeTZField()
    consent: Consent

    class Meta:
        table_name = "oauth_grants"

    @classmethod
    def locked_by_code(cls, client: OauthClient, code: str) -> Self | None:
        """Return the application's grant with this code, locked until the transaction ends; None if there is none."""
        return cls._locked(client).where(cls.code_digest == digest(code)).first()

    @classmethod
    def locked_by_refresh_token(cls, client: OauthClient, text: str) -> Self | None:
        """As `locked_by_code`, by a refresh token of the grant, used or not."""
        grant_ids = RefreshToken.select(RefreshToken.grant_id).where(RefreshToken.digest == digest(text))
        return cls._locked(client).where(cls.id.in_(grant_ids)).first()

    @classmethod
    def _locked(cls, client: OauthClient) -> "ModelSelect[Self]":
        """Return a query for the application's grants, each with its `consent` and the consent's `user`."""
        return (cls.select(cls, Consent, User)
                .join(Consent, on=Consent.referenced_by(cls.consent_id), attr="consent")
                .join(User, on=User.referenced_by(Consent.user_id), attr="user")
                .where(cls.firm_id == client.firm_id, Consent.client_id == client.id)
                .for_update("FOR UPDATE", of=cls))  # type: ignore[arg-type]

    @classmethod
    def has_no_tokens(cls) -> Expression:
        """Return the condition that a grant has no refresh token, used or not."""
        tokens = RefreshToken.select().where(RefreshToken.firm_id == cls.firm_id, RefreshToken.grant_id == cls.id)
        return ~fn.EXISTS(tokens)

    @classmethod
    def revoke_all(cls, user: User) -> None:
        """Delete all grants of the user with their codes and tokens. The consents stay."""
        consents = Consent.of(user, Consent.id).where(Consent.user_id == user.id)
        cls.delete().where(cls.firm_id == user.firm_id, cls.consent_id.in_(consents)).execute()

    def revoke(self) -> None:
        """Delete the grant, and with it all its refresh and access tokens."""
        self.delete_row()


class RefreshToken(Model):
    """Works for one refresh, which returns its successor. Only a digest of its text is stored.

    The successor's text is derived from its own. So it can be returned again if the answer was lost, and there is only
    one line of successors: if a token is stolen, either the thief or the owner has to present one that was used.
    """

    digest = TextField(primary_key=True)
    firm_id = TextField()
    grant_id = TextField()
    salt = TextField()
    expires_at = DateTimeTZField()
    used_at = DateTimeTZField(null=True)

    class Meta:
        table_name = "oauth_refresh_tokens"

    @staticmethod
    def generate() -> str:
        """Return the text of the first refresh token of a family."""
        return f"irt_{random_token(_TOKEN_LENGTH)}"

    @classmethod
    def store(cls, grant: Grant, text: str, lifetime: timedelta) -> None:
        """Store a refresh token of the grant, which expires after the lifetime but no later than the grant."""
        cls.create(digest=digest(text), firm_id=grant.firm_id, grant_id=grant.id, salt=random_token(_SALT_LENGTH),
                   expires_at=min(now() + lifetime, grant.expires_at))

    @classmethod
    def of_grant(cls, grant: Grant, text: str) -> Self | None:
        """Return the grant's refresh token with this text; None if there is none."""
        return cls.select().where(cls.firm_id == grant.firm_id, cls.grant_id == grant.id,
                                  cls.digest == digest(text)).first()

    def use(self) -> bool:
        """Mark the token as used. Return whether it was unused."""
        unused = (RefreshToken.digest == self.digest) & RefreshToken.used_at.is_null()
        return bool(RefreshToken.update(used_at=now()).where(unused).execute())

    def successor(self, text: str) -> str:
        """Return the text of the next token of the family. `text` is this token's own."""
        secret = authentication_code(f"refresh:{self.salt}:{text}")
        return f"irt_{urlsafe_b64encode(secret).decode().rstrip('=')}"

    def may_be_retried(self, grant: Grant, text: str) -> bool:
        """Whether the token was used so recently, and its successor not yet, that the answer may have been lost."""
        successor = RefreshToken.of_grant(grant, self.successor(text))
        return self.used_at > now() - REUSE_GRACE_PERIOD and successor is not None and successor.used_at is None


class AccessToken(Model):
    """What an application sends with every request. Only a digest is stored; a revoked token has no row."""

    digest = TextField(primary_key=True)
    firm_id = TextField()
    grant_id = TextField()
    client_id = TextField()
    user_id = TextField()
    scopes = JSONField()
    expires_at = DateTimeTZField()
    firm: Firm
    user: User

    class Meta:
        table_name = "oauth_access_tokens"

    @classmethod
    def issue(cls, grant: Grant, scopes: list[str], lifetime: timedelta) -> str:
        """Create a token of the grant and return its text."""
        text = f"iat_{random_token(_TOKEN_LENGTH)}"
        cls.create(digest=digest(text), firm_id=grant.firm_id, grant_id=grant.id, client_id=grant.consent.client_id,
                   user_id=grant.consent.user_id, scopes=scopes, expires_at=now() + lifetime)
        return text

    @classmethod
    def by_text(cls, text: str) -> Self | None:
        """Return the token with this text, with the columns of its `user` and `firm` that access checks need."""
        rows = _TOKEN_WITH_USER.rows(digest=digest(text)) if _ACCESS_TOKEN.fullmatch(text) else None
        if not rows:
            return None
        row: dict[str, Any] = rows[0]
        firm = {"id": row["firm_id"]} | {name: row.pop(name) for name in Firm.OF_CALLERS}
        user = {"id": row["user_id"], "firm_id": row["firm_id"], "role": row.pop("role"), "status": row.pop("status")}
        token: Self = loaded(cls, row)
        token.firm, token.user = loaded(Firm, firm), loaded(User, user)
        return token

    @classmethod
    def revoke(cls, client: OauthClient, *conditions: Expression) -> None:
        """Delete the application's access tokens that fulfil the conditions."""
        cls.delete().where(cls.firm_id == client.firm_id, cls.client_id == client.id, *conditions).execute()

    @property
    def holder(self) -> str:
        """The key of its rate limit: `user_id:client_id`, one for all tokens of the pair."""
        return f"{self.user_id}:{self.client_id}"


_TOKEN_WITH_USER = CompiledQuery(
    AccessToken.select(
        AccessToken.firm_id, AccessToken.client_id, AccessToken.user_id, AccessToken.scopes, AccessToken.expires_at,
        User.role, User.status, *(getattr(Firm, name) for name in Firm.OF_CALLERS))
    .join(User, on=User.referenced_by(AccessToken.user_id))
    .join_from(AccessToken, Firm, on=Firm.id == AccessToken.firm_id)
    .where(AccessToken.digest == Parameter("digest")), prepared=True)
