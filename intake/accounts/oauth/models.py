"""Applications, and the consents that users give them."""

from collections.abc import Iterable
from typing import Self

from peewee import BooleanField, Expression, JSONField, ModelSelect, TextField, Tuple
from playhouse.postgres_ext import DateTimeTZField

from intake.accounts.firms.models import Firm
from intake.accounts.permissions.roles import scopes_of
from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.crypto import matches
from intake.core.ids import is_id
from intake.core.tenancy import FirmRecord, FirmScope

from .redirect_uris import without_loopback_port
from .states import REQUIRED


class OauthClient(FirmRecord):
    """An application that the firm's users can authorize. A public one has no secret."""

    prefix = "oac"
    resource = "oauth_client"

    name = TextField()
    redirect_uris = JSONField()
    scopes = JSONField()
    public = BooleanField()
    pkce = TextField()
    secret_digest = TextField(null=True)
    previous_secret_digest = TextField(null=True)
    previous_secret_until = DateTimeTZField(null=True)
    created_by = TextField(null=True)
    updated_at = DateTimeTZField()
    firm: Firm
    client_secret: str | None
    """The text of a new secret, which is not stored."""

    @classmethod
    def by_client_id(cls, id: str) -> Self | None:
        """Return the application of any firm with this id, with its `firm`; None if there is none."""
        if not is_id(id):
            return None
        return cls.select(cls, Firm).join(Firm, on=(Firm.id == cls.firm_id), attr="firm").where(cls.id == id).first()

    def allows_redirect_to(self, uri: str) -> bool:
        """Whether the URI is exactly a registered one; for a public application the port on loopback may differ."""
        if not self.public:
            return uri in self.redirect_uris
        return without_loopback_port(uri) in map(without_loopback_port, self.redirect_uris)

    @property
    def needs_pkce(self) -> bool:
        """Whether the application must send a code challenge; a public one in any case."""
        return self.public or self.pkce == REQUIRED

    def grantable(self, scopes: Iterable[str], user: User) -> list[str]:
        """Return those of the scopes that the application may ask for and the user's role allows."""
        allowed = scopes_of(user.role) & set(self.scopes)
        return [scope for scope in scopes if scope in allowed]

    def has_secret(self, secret: str) -> bool:
        """Whether this is the application's secret, or the previous one while that still works."""
        current = self.secret_digest and matches(secret, self.secret_digest)
        previous = (self.previous_secret_digest and matches(secret, self.previous_secret_digest)
                    and self.previous_secret_until > now())
        return bool(current or previous)


class Consent(FirmRecord):
    """The scopes for which a user authorized an application. A withdrawn consent has no row."""

    prefix = "con"
    resource = "oauth_consent"

    client_id = TextField()
    user_id = TextField()
    scopes = JSONField()
    last_used_at = DateTimeTZField(null=True)
    client: OauthClient
    user: User

    class Meta:
        table_name = "oauth_consents"

    @classmethod
    def given(cls, user: User, client_id: str) -> "ModelSelect[Self]":
        """Return a query for the user's consent to the application: one row or none."""
        return cls.of(user).where(cls.user_id == user.id, cls.client_id == client_id)

    @classmethod
    def listed(cls, scope: FirmScope, user: User | None = None) -> "ModelSelect[Self]":
        """Return a query for the consents in the firm, or of the user, each with its `client`, newest first."""
        query = (cls.of(scope, cls, OauthClient)
                 .join(OauthClient, attr="client", on=OauthClient.referenced_by(cls.client_id))
                 .order_by(cls.created_at.desc(), cls.id.desc()))
        return query.where(cls.user_id == user.id) if user else query

    @classmethod
    def of_client(cls, client: OauthClient) -> "ModelSelect[Self]":
        """Return a query for the consents given to the application, each with its `user`, newest first."""
        return (cls.of(client, cls, User)
                .join(User, attr="user", on=User.referenced_by(cls.user_id))
                .where(cls.client_id == client.id).order_by(cls.created_at.desc(), cls.id.desc()))

    @classmethod
    def is_of(cls, holder: str) -> Expression:
        """Return the condition that this holder of access tokens, `user_id:client_id`, has them by the consent."""
        user_id, client_id = holder.split(":")
        return (cls.user_id == user_id) & (cls.client_id == client_id)

    @classmethod
    def record_use(cls, holders: Iterable[str]) -> None:
        """Set `last_used_at` for the holders that are `user_id:client_id`; rows are locked in order of their ids."""
        pairs = [Tuple(*holder.split(":")) for holder in holders if ":" in holder]
        if pairs:
            used = cls.select(cls.id).where(Tuple(cls.user_id, cls.client_id).in_(pairs)).order_by(cls.id).for_update()
            cls.update(last_used_at=now()).where(cls.id.in_(used)).execute()
