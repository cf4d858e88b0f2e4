"""`flask secrets`: re-encrypts stored secrets with a new key."""

import logging
from functools import reduce
from operator import and_

from cryptography.fernet import InvalidToken
from flask.cli import AppGroup
from peewee import Tuple

from intake.accounts.access.models import IdempotencyRecord
from intake.accounts.sessions.models import PasswordReset, SecondFactor
from intake.accounts.users.models import Invitation
from intake.core.crypto import vault
from intake.engagement.letters.own_certificate import SigningCertificate
from intake.integrations.connections.models import InboundSecret, Integration
from intake.integrations.webhooks.models import Webhook

from .command import prints_result

SEALED_COLUMNS = (
    Webhook.secret, Webhook.previous_secret, Invitation.sealed_token, PasswordReset.sealed_token,
    SecondFactor.sealed_secret, IdempotencyRecord.body, Integration.access_token, Integration.refresh_token,
    Integration.inbound_token, Integration.webhook_secret, InboundSecret.secret, SigningCertificate.sealed_key,
)  # fmt: skip
"""Every column with encrypted values."""

_BATCH = 500
_log = logging.getLogger(__name__)
secrets = AppGroup("secrets", help="Seal stored secrets with another key.")


@secrets.command("rotate")
@prints_result("Everything that can be opened is sealed with the first of TOKEN_ENCRYPTION_KEYS:")
def rotate():
    """Seal everything with the first of TOKEN_ENCRYPTION_KEYS; may run while Intake is at work, and again.

    `unreadable` counts what no key opens; while there is any, do not take the old keys away.
    """
    counts = {"resealed": 0, "unreadable": 0}
    for column in SEALED_COLUMNS:
        for keys, sealed in _rows(column):
            try:
                _replace(column, keys, sealed, vault.reseal(sealed))
                counts["resealed"] += 1
            except InvalidToken:
                counts["unreadable"] += 1
                _log.warning("secret not decrypted: no key fits",
                             extra={"table": column.model._meta.table_name, "about": keys})
    return counts


def _rows(column):
    """Yield (primary key, sealed value) of every row with a value, read in batches."""
    keys = column.model._meta.get_primary_keys()
    filled = column.model.select(*keys, column).where(column.is_null(False)).order_by(*keys).limit(_BATCH)
    batch = list(filled.tuples())
    while batch:
        for *values, sealed in batch:
            yield values, sealed
        batch = list(filled.where(Tuple(*keys) > Tuple(*values)).tuples())


def _replace(column, values, before, after):
    """Replace the value unless it has changed meanwhile: a new value is encrypted with the first key already."""
    keys = column.model._meta.get_primary_keys()
    matching = reduce(and_, (key == value for key, value in zip(keys, values, strict=True)))
    column.model.update({column: after}).where(matching, column == before).execute()
