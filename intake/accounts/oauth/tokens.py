"""Access tokens, and the consent they rest on: what an application may do for one of the firm's people (OAuth 2.0)."""

import re

from peewee import JSONField, Model, TextField, Tuple
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.crypto import digest, random_token
from intake.core.db import CompiledQuery, Parameter, db
from intake.core.tenancy import FirmRecord

_LENGTH = 43  # 256 bits
_FORM = re.compile(rf"iat_[A-Za-z0-9]{{{_LENGTH}}}")


class Consent(FirmRecord):
    """Somebody lets an application act for them, as far as the scopes go. One that was withdrawn has no row."""

    prefix = "con"
    resource = "oauth_consent"

    client_id = TextField()
    user_id = TextField()
    scopes = JSONField()
    last_used_at = DateTimeTZField(null=True)

    class Meta:
        table_name = "oauth_consents"

    @classmethod
    def given(cls, user, client_id):
        """A query for what the user lets the application do: one row, or none."""
        return cls.of(user).where(cls.user_id == user.id, cls.client_id == client_id)

    @classmethod
    def note_use(cls, holders):
        """Those of the holders that are tokens' were here just now. Locked in one order, as for keys."""
        whose = [Tuple(*holder.split(":")) for holder in holders if ":" in holder]
        if whose:
            used = cls.select(cls.id).where(Tuple(cls.user_id, cls.client_id).in_(whose)).order_by(cls.id).for_update()
            cls.update(last_used_at=now()).where(cls.id.in_(used)).execute()


class AccessToken(Model):
    """What an application shows with every request. Of its text only a digest is kept; a revoked one has no row."""

    digest = TextField(primary_key=True)
    firm_id = TextField()
    grant_id = TextField()
    client_id = TextField()
    user_id = TextField()
    scopes = JSONField()
    expires_at = DateTimeTZField()

    class Meta:
        database = db
        table_name = "oauth_access_tokens"

    @classmethod
    def issue(cls, grant, scopes, lives):
        """The text of a new token, good for a while from now on."""
        text = f"iat_{random_token(_LENGTH)}"
        cls.create(digest=digest(text), firm_id=grant.firm_id, grant_id=grant.id, client_id=grant.consent.client_id,
                   user_id=grant.consent.user_id, scopes=scopes, expires_at=now() + lives)
        return text

    @classmethod
    def known(cls, text):
        """The token with this text, with its `user` and `firm` as far as the door asks for them; else None."""
        rows = _TOKEN_WITH_USER.rows(digest=digest(text)) if _FORM.fullmatch(text) else None
        if not rows:
            return None
        row = rows[0]
        firm = Firm(id=row["firm_id"], plan=row.pop("plan"), suspended_at=row.pop("suspended_at"))
        user = User(id=row["user_id"], firm_id=row["firm_id"], role=row.pop("role"), status=row.pop("status"))
        token = cls(**row)
        token.firm, token.user = firm, user
        return token

    @classmethod
    def revoke(cls, client, text):
        """The application's token with this text is good for nothing any more."""
        cls.delete().where(cls.digest == digest(text), cls.firm_id == client.firm_id,
                           cls.client_id == client.id).execute()

    @classmethod
    def revoke_all(cls, client):
        """The application has to refresh its tokens before it can do anything."""
        cls.delete().where(cls.firm_id == client.firm_id, cls.client_id == client.id).execute()

    @property
    def holder(self):
        """Under what its requests are counted: by user and application, whichever token it is (decisions.md 3)."""
        return f"{self.user_id}:{self.client_id}"


# Subqueries, as for keys: a join gives the planner something to plan.
_USER = User.select().where(User.firm_id == AccessToken.firm_id, User.id == AccessToken.user_id)
_FIRM = Firm.select().where(Firm.id == AccessToken.firm_id)
_TOKEN_WITH_USER = CompiledQuery(
    AccessToken.select(
        AccessToken.firm_id, AccessToken.client_id, AccessToken.user_id, AccessToken.scopes, AccessToken.expires_at,
        _USER.select(User.role).alias("role"), _USER.select(User.status).alias("status"),
        _FIRM.select(Firm.plan).alias("plan"), _FIRM.select(Firm.suspended_at).alias("suspended_at"))
    .where(AccessToken.digest == Parameter("digest")))
