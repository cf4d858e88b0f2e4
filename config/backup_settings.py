"""The settings of backups (docs/backup.md)."""

from pathlib import PurePath
from urllib.parse import urlsplit

import pyrage
from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from .setting import setting
from .storage_names import bucket, endpoint, region
from .validators import DatabaseUrl


def _target(value):
    if value.startswith("s3://"):
        bucket(value.removeprefix("s3://").partition("/")[0])
    elif not PurePath(value).is_absolute():
        raise ValidationError("Must be an absolute path, or a bucket such as s3://intake-backups/office.")


def _recipient(value):
    try:
        pyrage.x25519.Recipient.from_str(value)
    except (pyrage.RecipientError, UnicodeError):
        raise ValidationError("Must be a public key that begins with age1. Make one with: flask backup keygen "
                              "FILE") from None


class BackupSettings(Schema):
    """All of them are optional."""

    BACKUP_TARGET = setting(
        fields.String, "The place for backups: an absolute path, or another bucket as s3://bucket/prefix. Only this "
        "installation may use it. Without one, there are no backups.", allow_none=True,
        example="s3://intake-backups/office",
        validate=_target)
    BACKUP_RECIPIENT = setting(
        fields.String, "The public key (age1…) for which backups are encrypted. Keep its private key elsewhere.",
        allow_none=True,
        example="age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p", validate=_recipient)
    BACKUP_HOURS = setting(
        fields.Integer, "The number of hours between the worker's backups; 0 if something else runs `flask backup "
        "create`.",
        default=24, validate=validate.Range(0, 24 * 31))
    BACKUP_KEEP_DAYS = setting(
        fields.Integer, "The number of days for which backups are kept; the latest one is always kept.", default=30,
        validate=validate.Range(1, 36500))
    BACKUP_DATABASE_URL = setting(
        DatabaseUrl, "Postgres's own address for backups, if DATABASE_URL is that of a pooler such as PgBouncer.",
        allow_none=True, example="postgresql://intake:password@localhost:5432/intake")
    BACKUP_S3_ENDPOINT_URL = setting(
        fields.String, "The address of the storage with the bucket of BACKUP_TARGET, if it differs from "
        "S3_ENDPOINT_URL.",
        allow_none=True, example="https://s3.elsewhere.example", validate=endpoint)
    BACKUP_S3_REGION = setting(
        fields.String, "That storage's region, if it differs from S3_REGION.", allow_none=True,
        example="eu-central-1", validate=region)
    BACKUP_S3_ACCESS_KEY_ID = setting(
        fields.String, "That storage's access key, if it differs from S3_ACCESS_KEY_ID.", allow_none=True,
        example="access-key", validate=validate.Length(3))
    BACKUP_S3_SECRET_ACCESS_KEY = setting(
        fields.String, "That storage's secret key.", allow_none=True, example="secret-key",
        validate=validate.Length(8))

    @validates_schema
    def _backups_are_encrypted(self, data, **_):
        if data.get("BACKUP_TARGET") and not data.get("BACKUP_RECIPIENT"):
            raise ValidationError({"BACKUP_RECIPIENT": ["Must be set if BACKUP_TARGET is."]})

    @validates_schema
    def _backups_are_elsewhere(self, data, **_):
        address = urlsplit(data.get("BACKUP_TARGET") or "")
        if address.scheme == "s3" and address.netloc == data["S3_BUCKET"] and not data.get("BACKUP_S3_ENDPOINT_URL"):
            raise ValidationError({"BACKUP_TARGET": ["Must be another bucket than S3_BUCKET."]})
