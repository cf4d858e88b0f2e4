"""Record a user's consent and issue the code for it."""

from intake.accounts.permissions.scopes import SCOPES
from intake.accounts.users.models import User
from intake.core.clock import now
from intake.core.crypto import digest, random_token
from intake.core.db import db

from .errors import AccessDenied
from .models import Consent, OauthClient
from .states import CODE_LIFETIME, GRANT_LIFETIME
from .tokens import Grant

_CODE_LENGTH = 43  # 256 bits


def has_consented(user: User, client: OauthClient, scopes: list[str]) -> bool:
    """Whether the user has consented to all these scopes before."""
    consent = Consent.given(user, client.id).first()
    return consent is not None and set(scopes) <= set(consent.scopes)


def issue_code(
    user: User, client: OauthClient, scopes: list[str], redirect_uri: str, code_challenge: str | None
) -> str:
    """Record the consent and return an authorization code. Raises `NotFound` if the client was deleted.

    Raises `AccessDenied` if the user was suspended meanwhile: the lock orders a concurrent suspension before or after
    this, so that it misses no grant.
    """
    code, moment = f"iac_{random_token(_CODE_LENGTH)}", now()
    with db.atomic():
        # The weaker lock: a concurrent token request references the user's row and may hold the consent, locked next.
        locked = User.of(user).for_update("FOR NO KEY UPDATE")
        if not User.found(user.id, locked).may_sign_in:
            raise AccessDenied("The user may not sign in any more.")
        OauthClient.fetch_undeleted(client, client.id)
        Grant.create(
            firm_id=user.firm_id, consent_id=_record(user, client, scopes).id, scopes=scopes,
            redirect_uri=redirect_uri, code_digest=digest(code), code_challenge=code_challenge,
            code_expires_at=moment + CODE_LIFETIME, expires_at=moment + GRANT_LIFETIME, created_at=moment)
    return code


def _record(user: User, client: OauthClient, scopes: list[str]) -> Consent:
    """Return the user's consent, locked until the transaction ends, with these scopes added to it."""
    consent = Consent.given(user, client.id).for_update().first()
    if consent is None:
        return Consent.create(firm_id=user.firm_id, client_id=client.id, user_id=user.id, scopes=scopes)
    combined = {"scopes": [name for name in SCOPES if name in {*consent.scopes, *scopes}]}
    if consent.differing(combined):
        consent.change(**combined)
    return consent
