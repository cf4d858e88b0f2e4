"""What can happen to applications and to what people let them do."""

from marshmallow import ValidationError

from intake.accounts.permissions.scopes import SCOPES
from intake.core.clock import now
from intake.core.crypto import digest, random_token
from intake.core.db import db
from intake.core.errors import Invalid
from intake.core.schemas import Page

from .errors import PublicClient
from .models import OauthClient, consents
from .schemas import require_redirect_uris
from .states import SECRETS_OVERLAP
from .tokens import AccessToken, Consent

_SECRET_LENGTH = 43  # 256 bits


def register(firm_scope, name, redirect_uris, scopes, public=False, created_by=None):
    """The firm knows a new application; `client.client_secret` is shown this once, and None for a public one."""
    secret = None if public else _new_secret()
    client = OauthClient.create(
        firm_id=firm_scope.firm_id, name=name, redirect_uris=_each_once(redirect_uris), scopes=_in_order(scopes),
        public=public, secret_digest=secret and digest(secret), created_by=created_by)
    client.client_secret = secret
    return client


def update(firm_scope, client_id, **values):
    """The application has the given values. Raises `NotFound`; `Invalid` for a redirect URI that is not one for it.

    One that may ask for less than before has to refresh its tokens, and they shrink.
    """
    with db.atomic():
        client = OauthClient.fetch_locked(firm_scope, client_id)
        if "redirect_uris" in values:
            values["redirect_uris"] = _each_once(values["redirect_uris"])
            _require(values["redirect_uris"], client)
        if "scopes" in values:
            values["scopes"] = _in_order(values["scopes"])
        changes, before = client.differing(values), set(client.scopes)
        if changes:
            client.change(**changes)
        if before - set(client.scopes):
            AccessToken.revoke_all(client)
    return client


def rotate_secret(firm_scope, client_id):
    """The application has a new secret, `client.client_secret`, shown this once; the one before it works for a day.

    Rotating twice ends a secret that leaked at once. Raises `NotFound`, `PublicClient`.
    """
    secret = _new_secret()
    with db.atomic():
        client = OauthClient.fetch_locked(firm_scope, client_id)
        if client.public:
            raise PublicClient
        client.change(previous_secret_digest=client.secret_digest, secret_digest=digest(secret),
                      previous_secret_until=now() + SECRETS_OVERLAP)
    client.client_secret = secret
    return client


def delete(firm_scope, client_id):
    """The application is gone, with everybody's consent and all its tokens. Raises `NotFound`."""
    client = OauthClient.fetch(firm_scope, client_id)
    OauthClient.delete().where(OauthClient.firm_id == client.firm_id, OauthClient.id == client.id).execute()


def seen_consents(caller, query):
    """A page of the caller's own consents; of everybody's in the firm for an API key that may read who works there.

    Raises `InsufficientScope`.
    """
    seen = _seen(caller, "firms:read")
    return Page(seen.paginate(query["page"], query["per_page"]), seen.count(), query)


def withdraw(caller, consent_id):
    """The application can do nothing for that person any more. Raises `NotFound`, `InsufficientScope`."""
    end(Consent.found(consent_id, _seen(caller, "firms:write")))


def end(consent):
    """The application can do nothing for that person any more: consent, codes and tokens are gone."""
    Consent.delete().where(Consent.firm_id == consent.firm_id, Consent.id == consent.id).execute()


def _seen(caller, scope):
    """The consents that are the caller's business: a person's own, and with the scope all of the firm's."""
    if caller.user:
        return consents(caller.firm, caller.user)
    caller.require(scope)
    return consents(caller.firm)


def _require(redirect_uris, client):
    try:
        require_redirect_uris(redirect_uris, client.public)
    except ValidationError as error:
        raise Invalid(error.normalized_messages()) from None


def _new_secret():
    return f"ics_{random_token(_SECRET_LENGTH)}"


def _each_once(values):
    return list(dict.fromkeys(values))


def _in_order(scopes):
    return [name for name in SCOPES if name in scopes]
