"""The shapes of applications and consents."""

from typing import Any, ClassVar

from marshmallow import Schema, ValidationError, validate, validates_schema

from intake.accounts.permissions.scopes import SCOPES
from intake.core import fields
from intake.core.schemas import Body, Patch

from .redirect_uris import validate_redirect_uri
from .states import OPTIONAL, PKCE, REQUIRED


def _pkce_field(**options: Any) -> fields.Choice:
    return fields.Choice(PKCE, metadata={
        "description": "Whether authorization requests need a code challenge; those of a public client always do."},
        **options)


class _OauthClient(Body):
    READ_ONLY: ClassVar[tuple[str, ...]] = ("id", "created_by", "created_at", "updated_at", "client_secret")

    name = fields.Text(100, required=True)
    redirect_uris = fields.List(fields.Text(2000), required=True, validate=validate.Length(min=1, max=10), metadata={
        "description": "Each exactly as the application sends it: https, or http to the machine itself; for a public "
                       "client there on any port, and also a scheme of its own such as com.example.app."})
    scopes = fields.List(
        fields.Choice(tuple(SCOPES)), required=True, validate=validate.Length(min=1, max=50),
        metadata={"description": "The scopes that the application may request."})
    pkce = _pkce_field()


class OauthClientIn(_OauthClient):
    public = fields.Flag(load_default=False, metadata={
        "description": "Whether it cannot keep a secret, such as a program that people install."})
    pkce = _pkce_field(load_default=REQUIRED)

    @validates_schema
    def _check_public(self, data: dict[str, Any], **_: Any) -> None:
        require_pkce(data["pkce"], data["public"])
        require_redirect_uris(data["redirect_uris"], data["public"])


class OauthClientPatch(Patch, _OauthClient):
    READ_ONLY: ClassVar[tuple[str, ...]] = (*_OauthClient.READ_ONLY, "public")


class OauthClientOut(Schema):
    """An application; its `id` is the `client_id` of OAuth 2.0."""

    id = fields.String()
    name = fields.String()
    redirect_uris = fields.List(fields.String())
    scopes = fields.List(fields.String())
    public = fields.Boolean()
    pkce = fields.String()
    created_by = fields.String(allow_none=True)
    created_at = fields.Timestamp()
    updated_at = fields.Timestamp()


class OauthClientCreated(OauthClientOut):
    """A new application with its secret, which no other answer has; null for a public one."""

    client_secret = fields.String(allow_none=True)


class OauthSecretRotated(Schema):
    """The new secret, which no other answer has; the previous one works as well until the given time."""

    id = fields.String()
    client_secret = fields.String()
    previous_secret_expires_at = fields.Timestamp(attribute="previous_secret_until")


class OauthConsentRow(Schema):
    """A person's consent to an application: its scopes, when it was given and when it was last used."""

    id = fields.String()
    oauth_client_id = fields.String(attribute="client_id")
    application = fields.String(attribute="client.name")
    user_id = fields.String()
    scopes = fields.List(fields.String())
    last_used_at = fields.Timestamp(allow_none=True)
    created_at = fields.Timestamp()


def require_pkce(pkce: str, public: bool) -> None:
    """Raise `ValidationError` if PKCE would be optional for a public application."""
    if public and pkce == OPTIONAL:
        raise ValidationError({"pkce": ["Must be required for a public client."]})


def require_redirect_uris(uris: list[str], public: bool) -> None:
    """Raise `ValidationError` with a message for each URI that may not be registered."""
    wrong = {}
    for index, uri in enumerate(uris):
        try:
            validate_redirect_uri(uri, public)
        except ValidationError as error:
            wrong[index] = error.messages
    if wrong:
        raise ValidationError({"redirect_uris": wrong})
