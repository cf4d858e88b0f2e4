"""Somebody lets an application act for them."""

from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.crypto import digest, random_token
from intake.core.db import db

from .errors import AccessDenied
from .models import Grant, OauthClient
from .scopes import SCOPES
from .states import CODE_LIVES, GRANT_LIVES
from .tokens import Consent

_CODE_LENGTH = 43  # 256 bits


def is_allowed(user, client, scopes):
    """Whether the user has let the application do all of this already."""
    consent = Consent.given(user, client.id).first()
    return consent is not None and set(scopes) <= set(consent.scopes)


def allow(user, client, scopes, redirect_uri, code_challenge):
    """The user lets the application do this, and the code for it is given. Raises `NotFound` if the client is gone.

    Raises `AccessDenied` if the user was suspended a moment ago: who suspends them waits for us or we for them, so that
    no grant is overlooked.
    """
    code, moment = f"iac_{random_token(_CODE_LENGTH)}", now()
    with db.atomic():
        # Their tokens can be made meanwhile: whoever does that may hold what we wait for next.
        if not User.found(user.id, User.of(user).for_update("FOR NO KEY UPDATE")).may_sign_in:
            raise AccessDenied("The user may not sign in any more.")
        OauthClient.fetch_staying(client, client.id)
        Grant.create(
            firm_id=user.firm_id, consent_id=_consent(user, client, scopes).id, scopes=scopes,
            redirect_uri=redirect_uri, code_digest=digest(code), code_challenge=code_challenge,
            code_expires_at=moment + CODE_LIVES, expires_at=moment + GRANT_LIVES, created_at=moment)
    return code


def _consent(user, client, scopes):
    """The consent, which nobody withdraws until the transaction ends, with these scopes beside those it had."""
    consent = Consent.given(user, client.id).for_update().first()
    if consent is None:
        return Consent.create(firm_id=user.firm_id, client_id=client.id, user_id=user.id, scopes=scopes)
    more = {"scopes": [name for name in SCOPES if name in {*consent.scopes, *scopes}]}
    if consent.differing(more):
        consent.change(**more)
    return consent
