"""The encrypted columns, and a check that this installation's keys decrypt them."""

from itertools import islice

from peewee import Tuple

from intake.accounts.access.models import IdempotencyRecord
from intake.accounts.sessions.models import PasswordReset, SecondFactor
from intake.accounts.users.models import Invitation
from intake.console.matter_import.models import MatterImport
from intake.core.db import db
from intake.engagement.letters.own_certificate import SigningCertificate
from intake.integrations.connections.models import InboundSecret, Integration
from intake.integrations.webhooks.models import Webhook

from .runner import CheckFailed

SEALED_COLUMNS = (
    Webhook.secret, Webhook.previous_secret, Invitation.sealed_token, PasswordReset.sealed_token,
    SecondFactor.sealed_secret, IdempotencyRecord.body, Integration.access_token, Integration.refresh_token,
    Integration.inbound_token, Integration.webhook_secret, InboundSecret.secret, SigningCertificate.sealed_key,
    MatterImport.sealed_content,
)  # fmt: skip
"""Every column with encrypted values."""

_BATCH = 500
_TRIED = 1000
"""The number of values of a column that the check tries; it takes a twentieth of a second."""

_MISSING = ("No key decrypts {} of {} stored secrets that were tried ({}). Put the key that encrypted them back into "
            "TOKEN_ENCRYPTION_KEYS, behind the first. Until then everything that needs them fails; nothing is lost.")


def sealed_rows(column):
    """Yield (primary key, sealed value) of every row with a value, read in batches."""
    keys = column.model._meta.get_primary_keys()
    filled = column.model.select(*keys, column).where(column.is_null(False)).order_by(*keys).limit(_BATCH)
    batch = list(filled.tuples())
    while batch:
        for *values, sealed in batch:
            yield values, sealed
        batch = list(filled.where(Tuple(*keys) > Tuple(*values)).tuples())


def keys(vault):
    """Check that the keys open what is stored, by some values of each column; answers, kept for a day, are left out."""
    tried, closed = 0, {}
    with db.connection_context():
        for column in SEALED_COLUMNS:
            if column is not IdempotencyRecord.body:
                fits = [vault.can_open(sealed) for _, sealed in islice(sealed_rows(column), _TRIED)]
                tried += len(fits)
                if not all(fits):
                    closed[f"{column.model._meta.table_name}.{column.column_name}"] = fits.count(False)
    if closed:
        raise CheckFailed(_MISSING.format(sum(closed.values()), tried, ", ".join(closed)))
