"""Applications, and the grants by which their tokens hang together."""

import hmac
from base64 import urlsafe_b64encode

from flask import current_app
from peewee import BooleanField, JSONField, Model, TextField, fn
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.accounts.permissions.roles import scopes_of
from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.crypto import digest, matches, random_token
from intake.core.db import db
from intake.core.ids import is_id
from intake.core.schemas import Page
from intake.core.tenancy import FirmRecord

from .redirect_uris import without_loopback_port
from .states import ANSWER_MAY_BE_LOST_FOR
from .tokens import Consent

_SALT_LENGTH = 22


class OauthClient(FirmRecord):
    """An application that the firm's people may let act for them. One that is public has no secret."""

    prefix = "oac"
    resource = "oauth_client"

    name = TextField()
    redirect_uris = JSONField()
    scopes = JSONField()
    public = BooleanField()
    secret_digest = TextField(null=True)
    previous_secret_digest = TextField(null=True)
    previous_secret_until = DateTimeTZField(null=True)
    created_by = TextField(null=True)
    updated_at = DateTimeTZField()

    class Meta:
        table_name = "oauth_clients"

    @classmethod
    def known(cls, id):
        """The application that names itself so, with its firm as `client.firm`; None if there is none.

        Of all firms: which one it is, the application tells.
        """
        if not is_id(id):
            return None
        return cls.select(cls, Firm).join(Firm, on=(Firm.id == cls.firm_id), attr="firm").where(cls.id == id).first()

    @classmethod
    def listed(cls, firm_scope, query):
        """A page of the firm's applications, the newest first."""
        newest = cls.of(firm_scope).order_by(cls.created_at.desc(), cls.id.desc())
        return Page(newest.paginate(query["page"], query["per_page"]), cls.of(firm_scope).count(), query)

    @classmethod
    def fetch_staying(cls, firm_scope, id):
        """`fetch`, and until the transaction ends nobody deletes it; others may rely on it meanwhile."""
        return cls.found(id, cls.of(firm_scope).for_update("FOR KEY SHARE"))

    def returns_to(self, uri):
        """Whether the URI is exactly one that it has registered; a public one may listen on any port of its machine."""
        if uri is None or not self.public:
            return uri in self.redirect_uris
        return without_loopback_port(uri) in map(without_loopback_port, self.redirect_uris)

    def is_proved_by(self, secret):
        """Whether this is the application's secret, or the one before it while that still works."""
        current = self.secret_digest and matches(secret, self.secret_digest)
        previous = (self.previous_secret_digest and matches(secret, self.previous_secret_digest)
                    and self.previous_secret_until > now())
        return bool(current or previous)


class Grant(FirmRecord):
    """One way through the consent page: its code, and the family of tokens that the code led to."""

    prefix = "gra"

    consent_id = TextField()
    scopes = JSONField()
    redirect_uri = TextField()
    code_digest = TextField()
    code_challenge = TextField(null=True)
    code_expires_at = DateTimeTZField()
    code_used_at = DateTimeTZField(null=True)
    expires_at = DateTimeTZField()

    class Meta:
        table_name = "oauth_grants"

    @classmethod
    def locked_by_code(cls, client, code):
        """The application's grant with this code, which until the transaction ends nobody else uses; or None."""
        return cls._locked(client).where(cls.code_digest == digest(code)).first()

    @classmethod
    def locked_by_refresh_token(cls, client, text):
        """As `locked_by_code`, by a refresh token of the grant, used or not."""
        its = RefreshToken.select(RefreshToken.grant_id).where(RefreshToken.digest == digest(text))
        return cls._locked(client).where(cls.id.in_(its)).first()

    @classmethod
    def _locked(cls, client):
        """The application's grants, each with its `consent` and that one's `user`."""
        return (cls.select(cls, Consent, User)
                .join(Consent, on=(Consent.firm_id == cls.firm_id) & (Consent.id == cls.consent_id), attr="consent")
                .join(User, on=(User.firm_id == Consent.firm_id) & (User.id == Consent.user_id), attr="user")
                .where(cls.firm_id == client.firm_id, Consent.client_id == client.id)
                .for_update("FOR UPDATE", of=cls))

    @classmethod
    def has_no_tokens(cls):
        """A condition: it has no refresh token, used or not."""
        its = RefreshToken.select().where(RefreshToken.firm_id == cls.firm_id, RefreshToken.grant_id == cls.id)
        return ~fn.EXISTS(its)

    def scopes_in_force(self, client):
        """What was allowed, as far as the application may still ask for it and the person's role goes."""
        may = scopes_of(self.consent.user.role) & set(client.scopes)
        return [scope for scope in self.scopes if scope in may]

    def end(self):
        """The whole family is revoked: refresh tokens and access tokens."""
        Grant.delete().where(Grant.firm_id == self.firm_id, Grant.id == self.id).execute()


class RefreshToken(Model):
    """Good for one refresh, which gives its successor. Of its text only a digest is kept.

    The successor's text is derived from its own, so that it can be given once more to whoever lost the answer, and the
    family stays one line: of a thief and the rightful owner one is bound to show a token that was used before.
    """

    digest = TextField(primary_key=True)
    firm_id = TextField()
    grant_id = TextField()
    salt = TextField()
    expires_at = DateTimeTZField()
    used_at = DateTimeTZField(null=True)

    class Meta:
        database = db
        table_name = "oauth_refresh_tokens"

    @classmethod
    def keep(cls, grant, text, lives):
        """The text is a refresh token of the grant, good for a while from now on but no longer than the grant."""
        cls.create(digest=digest(text), firm_id=grant.firm_id, grant_id=grant.id, salt=random_token(_SALT_LENGTH),
                   expires_at=min(now() + lives, grant.expires_at))

    @classmethod
    def of_grant(cls, grant, text):
        """The grant's refresh token with this text; None if there is none."""
        return cls.select().where(cls.firm_id == grant.firm_id, cls.grant_id == grant.id,
                                  cls.digest == digest(text)).first()

    def use(self):
        """It is used. Says whether it was not before."""
        unused = (RefreshToken.digest == self.digest) & RefreshToken.used_at.is_null()
        return bool(RefreshToken.update(used_at=now()).where(unused).execute())

    def successor(self, text):
        """The text of the token that follows this one, whose own text is given."""
        secret = hmac.digest(current_app.secret_key.encode(), f"refresh:{self.salt}:{text}".encode(), "sha256")
        return f"irt_{urlsafe_b64encode(secret).decode().rstrip('=')}"

    def answer_may_be_lost(self, grant, text):
        """Whether it was used just now, and nobody has used its successor."""
        successor = RefreshToken.of_grant(grant, self.successor(text))
        return self.used_at > now() - ANSWER_MAY_BE_LOST_FOR and successor is not None and successor.used_at is None


def consents(firm_scope, user=None):
    """A query for the consents in the firm, or for its user's alone, each with its `client`, the newest first."""
    whose = Consent.of(firm_scope, Consent, OauthClient)
    listed = (whose.join(OauthClient, attr="client", on=(
        (OauthClient.firm_id == Consent.firm_id) & (OauthClient.id == Consent.client_id)))
        .order_by(Consent.created_at.desc(), Consent.id.desc()))
    return listed.where(Consent.user_id == user.id) if user else listed
