"""All settings of an installation: name, type, default and a sentence about each.

Settings come from the environment. In a checkout where `make run` is active, the settings of its services are read
from the KEY=value lines of `$LOCAL_DIR/env`; the environment overrides that file.

A missing or invalid setting prevents the start: `SettingsError` names all of them at once.
"""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate, validates_schema

LOCAL_DIR = ".local"


class SettingsError(Exception):
    """Settings are missing or invalid."""

    def __init__(self, problems):
        lines = [f"  {name}: {' '.join(messages)}" for name, messages in sorted(problems.items())]
        super().__init__("Intake cannot start, these settings are wrong:\n" + "\n".join(lines))
        self.problems = problems


def url(*schemes):
    """Return a validator for URLs of these schemes with a host."""

    def check(value):
        try:
            parts = urlsplit(value)
        except ValueError:  # a bracket without its pair, for example
            raise ValidationError("Is not an address.") from None
        if parts.scheme not in schemes or not (parts.hostname or parts.scheme == "unix" or parts.query):
            raise ValidationError(f"Must be an address that begins with {' or '.join(f'{s}://' for s in schemes)}.")

    return check


def clamd_url(value):
    """Validate the address of clamd: tcp:// with a host or unix:// with a path."""
    try:
        parts = urlsplit(value)
        known = bool(parts.hostname) and parts.port != 0 if parts.scheme == "tcp" else (
            parts.scheme == "unix" and not parts.netloc and parts.path.startswith("/"))
    except ValueError:  # a port beyond all ports
        known = False
    if not known:
        raise ValidationError("Must be an address such as tcp://host:3310 or unix:///run/clamav/clamd.ctl.")


def _setting(kind, sentence, *, default=None, example=None, **options):
    required = default is None and not options.get("allow_none")
    load = {"required": True} if required else {"load_default": default}
    return kind(**load, **options, metadata={"description": sentence, "example": example})


class _Keys(fields.String):
    """Texts separated by commas, each at least 32 characters long."""

    def _deserialize(self, value, attr, data, **kwargs):
        keys = [key.strip() for key in super()._deserialize(value, attr, data, **kwargs).split(",")]
        if any(len(key) < 32 for key in keys):
            raise ValidationError("Each key must have at least 32 characters.")
        return keys


class _SettingsSchema(Schema):
    class Meta:
        unknown = EXCLUDE

    DATABASE_URL = _setting(
        fields.String, "The Postgres database that holds everything but the files.",
        example="postgresql://intake:password@localhost:5432/intake", validate=url("postgresql", "postgres"))
    REDIS_URL = _setting(
        fields.String, "The Redis that wakes the worker and counts requests; nothing is lost when it dies.",
        example="redis://localhost:6379/0", validate=url("redis", "rediss", "unix"))
    S3_BUCKET = _setting(
        fields.String, "The bucket that holds the uploaded files.", example="intake-files",
        validate=validate.Length(3, 63))
    S3_ACCESS_KEY_ID = _setting(
        fields.String, "The storage's access key.", example="access-key", validate=validate.Length(3))
    S3_SECRET_ACCESS_KEY = _setting(
        fields.String, "The storage's secret key.", example="secret-key", validate=validate.Length(8))
    S3_REGION = _setting(fields.String, "The storage's region.", default="us-east-1")
    S3_ENDPOINT_URL = _setting(
        fields.String, "The storage's address, for storages other than Amazon's.", allow_none=True,
        example="https://s3.example.com", validate=url("http", "https"))
    S3_PUBLIC_ENDPOINT_URL = _setting(
        fields.String, "The storage's address as clients reach it, where that differs from S3_ENDPOINT_URL.",
        allow_none=True, example="https://files.example.com", validate=url("http", "https"))
    CLAMD_URL = _setting(
        fields.String, "Where ClamAV's clamd scans files for viruses; without it files are shown as not scanned.",
        allow_none=True, example="tcp://localhost:3310", validate=clamd_url)
    CLAMD_MAX_MB = _setting(
        fields.Integer, "The largest file clamd takes (the least of its StreamMaxLength and MaxFileSize); larger ones "
        "are shown as not scanned.", default=100, validate=validate.Range(1, 4000))
    SMTP_URL = _setting(
        fields.String, "The mail server: smtp:// with STARTTLS where offered, smtps:// for TLS from the start.",
        allow_none=True, example="smtps://user:password@mail.example.com:465", validate=url("smtp", "smtps"))
    MAIL_FROM = _setting(
        fields.Email, "The sender of every mail.", default="intake@localhost.localdomain",
        example="intake@example.com")
    TWILIO_ACCOUNT_SID = _setting(
        fields.String, "The Twilio account that sends SMS; without one no SMS are sent.", allow_none=True,
        example="AC0123456789abcdef0123456789abcdef", validate=validate.Regexp(
            r"AC[0-9a-f]{32}\Z", error="Must begin with AC, followed by 32 hexadecimal digits."))
    TWILIO_AUTH_TOKEN = _setting(
        fields.String, "That account's auth token, which also proves what Twilio sends to us.", allow_none=True,
        example="the auth token of the account", validate=validate.Length(8))
    TWILIO_FROM = _setting(
        fields.String, "The number that SMS come from, or the messaging service (MG…) that chooses one.",
        allow_none=True, example="+15185550100", validate=validate.Regexp(
            r"(\+[1-9][0-9]{6,14}|MG[0-9a-f]{32})\Z", error="Must be a number such as +15185550100, or MG…."))
    TWILIO_API_URL = _setting(
        fields.String, "Where Twilio's API is.", default="https://api.twilio.com", validate=url("http", "https"))
    SMS_DIR = _setting(
        fields.String, "A folder into which SMS go as files while there is no Twilio account; for trying things out.",
        allow_none=True, example="/var/lib/intake/sms")
    CLIO_CLIENT_ID = _setting(
        fields.String, "Intake's registration at Clio; without one firms cannot connect to Clio.", allow_none=True,
        example="the app key of the registration", validate=validate.Length(1, 200))
    CLIO_CLIENT_SECRET = _setting(
        fields.String, "The secret of that registration.", allow_none=True, example="its app secret",
        validate=validate.Length(8, 500))
    CLIO_API_URL = _setting(
        fields.String, "Where Clio's API is; each of Clio's regions has its own.",
        default="https://app.clio.com/api/v4", validate=url("http", "https"))
    CLIO_AUTHORIZE_URL = _setting(
        fields.String, "Where Clio asks the firm's admin to consent.", default="https://app.clio.com/oauth/authorize",
        validate=url("http", "https"))
    CLIO_TOKEN_URL = _setting(
        fields.String, "Where Clio gives tokens.", default="https://app.clio.com/oauth/token",
        validate=url("http", "https"))
    CLIO_DEAUTHORIZE_URL = _setting(
        fields.String, "Where Clio takes tokens back; /oauth/deauthorize on the host of CLIO_TOKEN_URL if not set.",
        allow_none=True, example="https://app.clio.com/oauth/deauthorize", validate=url("http", "https"))
    LAWMATICS_CLIENT_ID = _setting(
        fields.String, "Intake's registration at Lawmatics; without one firms cannot connect to Lawmatics.",
        allow_none=True, example="the client id of the registration", validate=validate.Length(1, 200))
    LAWMATICS_CLIENT_SECRET = _setting(
        fields.String, "The secret of that registration.", allow_none=True, example="its client secret",
        validate=validate.Length(8, 500))
    LAWMATICS_API_URL = _setting(
        fields.String, "Where Lawmatics' API is.", default="https://api.lawmatics.com/v1",
        validate=url("http", "https"))
    LAWMATICS_AUTHORIZE_URL = _setting(
        fields.String, "Where Lawmatics asks the firm's admin to consent.",
        default="https://app.lawmatics.com/oauth/authorize", validate=url("http", "https"))
    LAWMATICS_TOKEN_URL = _setting(
        fields.String, "Where Lawmatics gives tokens.", default="https://api.lawmatics.com/oauth/token",
        validate=url("http", "https"))
    LAWMATICS_DEAUTHORIZE_URL = _setting(
        fields.String, "Where Lawmatics takes tokens back, should it ever; without it tokens are only forgotten here.",
        allow_none=True, example="https://api.lawmatics.com/oauth/revoke", validate=url("http", "https"))
    APP_URL = _setting(
        fields.String, "The address at which people and programs reach this installation.",
        default="http://127.0.0.1:8000", example="https://intake.example.com", validate=url("http", "https"))
    SECRET_KEY = _setting(
        fields.String, "At least 32 random characters; signs links and sessions.",
        example="use: python -c 'import secrets; print(secrets.token_urlsafe(48))'", validate=validate.Length(32))
    TOKEN_ENCRYPTION_KEYS = _setting(
        _Keys, "Keys of at least 32 random characters, separated by commas: the first seals stored secrets, all open "
        "them. Without any, SECRET_KEY does.", allow_none=True)
    WEBHOOK_ALLOW_LOCAL = _setting(
        fields.Boolean, "Whether webhook endpoints may be on this machine; for trying things out only.", default=False)
    WORKER_SENDERS = _setting(
        fields.Integer, "How many webhook deliveries the worker sends at once.", default=64,
        validate=validate.Range(1, 500))
    ENVIRONMENT = _setting(
        fields.String, "live, or sandbox for an installation to try things in (its API keys read ik_test_…).",
        default="live", validate=validate.OneOf(["live", "sandbox"]))
    LOG_LEVEL = _setting(
        fields.String, "The least important log line that is written.", default="INFO",
        validate=validate.OneOf(["DEBUG", "INFO", "WARNING", "ERROR"]))
    PORT = _setting(
        fields.Integer, "The port the web server listens on.", default=8000, validate=validate.Range(1, 65535))
    HOST = _setting(fields.String, "The address the web server listens on.", default="0.0.0.0")  # noqa: S104
    WEB_CONCURRENCY = _setting(
        fields.Integer, "How many web processes run.", default=2, validate=validate.Range(1, 64))
    WEB_THREADS = _setting(
        fields.Integer, "How many requests each web process answers at once; each holds one database connection.",
        default=4, validate=validate.Range(1, 64))
    WEB_CONNECTIONS = _setting(
        fields.Integer, "How many connections each web process keeps open; a further one replaces the one that has "
        "waited longest for its client.", default=1000, validate=validate.Range(20, 10_000))
    DRAIN_SECONDS = _setting(
        fields.Integer, "Seconds that a web server which was told to stop still takes new connections, while /readyz "
        "answers 503, so that a load balancer can notice.", default=3, validate=validate.Range(0, 5))
    METRICS_TOKEN = _setting(
        fields.String, "The bearer token under which /metrics can be read; without one there is no /metrics.",
        allow_none=True, example="use: python -c 'import secrets; print(secrets.token_urlsafe(32))'",
        validate=validate.Length(16))
    TRUSTED_PROXIES = _setting(
        fields.Integer, "How many proxies stand in front; their X-Forwarded-For tells the caller's address.",
        default=0, validate=validate.Range(0, 5))
    ENTERPRISE_BURST = _setting(
        fields.Integer, "Requests a minute an enterprise firm may reach during a burst.", default=1500,
        validate=validate.Range(1000, 1_000_000))

    @validates_schema
    def _twilio_whole_or_not_at_all(self, data, **_):
        names = ("TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM")
        missing = [name for name in names if not data.get(name)]
        if 0 < len(missing) < len(names):
            raise ValidationError({name: ["Must be set where the other TWILIO_… settings are."] for name in missing})

    @validates_schema
    def _registrations_whole_or_not_at_all(self, data, **_):
        for platform in ("CLIO", "LAWMATICS"):
            names = (f"{platform}_CLIENT_ID", f"{platform}_CLIENT_SECRET")
            missing = [name for name in names if not data.get(name)]
            if len(missing) == 1:
                raise ValidationError({missing[0]: [f"Must be set where the other {platform}_CLIENT_… setting is."]})


@dataclass(frozen=True)
class Settings:
    """The settings of this process, as attributes in lower case: `settings.database_url`."""

    values: dict

    def __getattr__(self, name):
        try:
            return self.values[name.upper()]
        except KeyError:
            raise AttributeError(name) from None

    def __repr__(self):
        return "Settings(…)"  # never the secrets

    @classmethod
    def load(cls, environ=None):
        """Return the settings of this environment.

        An empty value counts as not set. Raises `SettingsError` for missing or invalid settings.
        """
        given = environment() if environ is None else environ
        try:
            return cls(_SettingsSchema().load({name: value for name, value in given.items() if value != ""}))
        except ValidationError as error:
            raise SettingsError(error.normalized_messages()) from None

    @classmethod
    def load_or_exit(cls):
        """As `load`, but exit with a sentence about each missing or invalid setting."""
        try:
            return cls.load()
        except SettingsError as error:
            sys.exit(str(error))


def environment():
    """Return the process's environment, which overrides the settings in `$LOCAL_DIR/env`."""
    file = Path(os.environ.get("LOCAL_DIR", LOCAL_DIR)) / "env"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return dict(line.split("=", 1) for line in lines if "=" in line) | os.environ


def example():
    """Return the text of `config/example.env`: every setting with its sentence, an example and its default."""
    parts = ["# Every setting of Intake. Lines that are commented out show the default.\n"]
    for name, field in _SettingsSchema().fields.items():
        shown = field.load_default if not field.required else None
        value = field.metadata.get("example") or shown
        lead = "" if field.required else "# "
        parts.append(f"# {field.metadata['description']}\n{lead}{name}={value}\n")
    return "\n".join(parts)
