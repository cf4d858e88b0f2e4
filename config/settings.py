"""All settings of an installation: name, type, default and description.

Settings come from the environment. In a checkout where `make run` is active, the settings of its services are read
from the KEY=value lines of `$LOCAL_DIR/env`; the environment overrides that file.

A missing or invalid setting prevents the start: `SettingsError` names all of them at once.
"""

from dataclasses import dataclass
from urllib.parse import urlsplit

from marshmallow import EXCLUDE, Schema, ValidationError, fields, post_load, validate, validates_schema

from .addresses import add_to_query
from .backup_settings import BackupSettings
from .billing_settings import BillingSettings
from .environment import environment, quoted, without_blanks_around
from .secret_strength import COMMAND
from .setting import setting as _setting
from .signing_settings import SigningSettings
from .storage_names import bucket, endpoint, region
from .validators import DatabaseUrl, Keys, Origins, base_url, certificates, clamd_url, random_secret, redis_url, url
from .watching_settings import WatchingSettings
from .web_settings import WebSettings

LOOPBACK_HOSTS = ("127.0.0.1", "::1", "localhost")

TOGETHER = (
    ("TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"), ("S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"),
    ("CLIO_CLIENT_ID", "CLIO_CLIENT_SECRET"), ("LAWMATICS_CLIENT_ID", "LAWMATICS_CLIENT_SECRET"),
    ("REPLY_ADDRESS", "INBOUND_MAIL_SECRET"),
    ("BACKUP_S3_ACCESS_KEY_ID", "BACKUP_S3_SECRET_ACCESS_KEY"))
"""Settings of which all are set, or none."""


class SettingsError(Exception):
    """Settings are missing or invalid."""

    def __init__(self, problems):
        lines = [f"  {name}: {' '.join(messages)}" for name, messages in sorted(problems.items())]
        super().__init__("Intake cannot start, these settings are wrong:\n" + "\n".join(lines))
        self.problems = problems


class _InstallationSettings(Schema):
    """Every setting but those of the web server, billing, backups, watching and signing."""

    class Meta:
        unknown = EXCLUDE

    DATABASE_URL = _setting(
        DatabaseUrl, "The Postgres database that holds everything but the files.",
        example="postgresql://intake:password@localhost:5432/intake")
    DATABASE_CA_FILE = _setting(
        fields.String, "The CA certificates (PEM) for the database's certificate, if they are private. Certificate and "
        "host name are then verified (sslmode=verify-full), unless DATABASE_URL names a sslmode.",
        allow_none=True, example="/etc/intake/ca.pem", validate=certificates)
    DATABASE_REPLICA_URL = _setting(
        DatabaseUrl, "A streaming replica of that database, which then answers searches, usage figures and the audit "
        "log, up to ten seconds late.",
        allow_none=True, example="postgresql://intake:password@replica:5432/intake")
    REDIS_URL = _setting(
        fields.String, "The Redis that holds the worker's queues and counts requests; nothing is lost when it dies.",
        example="redis://localhost:6379/0", validate=redis_url)
    REDIS_CA_FILE = _setting(
        fields.String, "The CA certificates (PEM) for Redis's certificate, if they are private; REDIS_URL must then "
        "begin with rediss://.",
        allow_none=True, example="/etc/intake/ca.pem", validate=certificates)
    REDIS_VERIFY_CERTIFICATE = _setting(
        fields.Boolean, "Whether Redis's certificate is verified; set it to false only if the platform's Redis has a "
        "certificate that cannot be verified, as Heroku's has.", default=True)
    S3_BUCKET = _setting(
        fields.String, "The bucket that holds the uploaded files.", example="intake-files",
        validate=bucket)
    S3_ACCESS_KEY_ID = _setting(
        fields.String, "The storage's access key; without keys, those of the instance's or container's role are used.",
        allow_none=True, example="access-key", validate=validate.Length(3))
    S3_SECRET_ACCESS_KEY = _setting(
        fields.String, "The storage's secret key.", allow_none=True, example="secret-key", validate=validate.Length(8))
    S3_REGION = _setting(fields.String, "The storage's region.", default="us-east-1", validate=region)
    S3_ENDPOINT_URL = _setting(
        fields.String, "The storage's address, if it is not Amazon's.", allow_none=True,
        example="https://s3.example.com", validate=endpoint)
    S3_PUBLIC_ENDPOINT_URL = _setting(
        fields.String, "The storage's address for clients, if it differs from S3_ENDPOINT_URL.",
        allow_none=True, example="https://files.example.com", validate=endpoint)
    S3_ADDRESSING_STYLE = _setting(
        fields.String, "Where the bucket's name goes: path (s3.example.com/bucket), virtual (bucket.s3.example.com), "
        "or auto, which is path with S3_ENDPOINT_URL and virtual with Amazon.",
        default="auto", validate=validate.OneOf(["auto", "path", "virtual"]))
    S3_CA_FILE = _setting(
        fields.String, "The CA certificates (PEM) for the certificates of S3_ENDPOINT_URL and S3_PUBLIC_ENDPOINT_URL, "
        "if they are private.",
        allow_none=True, example="/etc/intake/ca.pem", validate=certificates)
    CLAMD_URL = _setting(
        fields.String, "Where ClamAV's clamd scans files for viruses; without it files are shown as not scanned.",
        allow_none=True, example="tcp://localhost:3310", validate=clamd_url)
    CLAMD_MAX_MB = _setting(
        fields.Integer, "The largest file that clamd accepts (the lower of its StreamMaxLength and MaxFileSize); "
        "larger files are shown as not scanned.", default=100, validate=validate.Range(1, 4000))
    SMTP_URL = _setting(
        fields.String, "The mail server: smtps:// for TLS from the start, smtp+starttls:// for TLS by STARTTLS, "
        "smtp:// for STARTTLS if it is offered or a password is sent.", allow_none=True,
        example="smtps://user:password@mail.example.com:465", validate=url("smtp", "smtps", "smtp+starttls"))
    SMTP_CA_FILE = _setting(
        fields.String, "The CA certificates (PEM) for the mail server's certificate, if they are private.",
        allow_none=True, example="/etc/intake/ca.pem", validate=certificates)
    MAIL_FROM = _setting(
        fields.Email, "The sender of every mail.", default="intake@localhost.localdomain",
        example="intake@example.com")
    REPLY_ADDRESS = _setting(
        fields.Email, "The address for replies to e-mails about matters, in a domain whose mail is POSTed to "
        "/api/v1/communications/mail/inbound; without it, replies go to the firm's own address.",
        allow_none=True, example="reply@in.example.com", validate=validate.Regexp(
            r"[^@+]{1,11}@.{1,180}\Z", error="Must have at most 11 characters, and no +, before the @."))
    INBOUND_MAIL_SECRET = _setting(
        fields.String, "The secret that authenticates these POSTs, made like SECRET_KEY.", allow_none=True,
        validate=random_secret)
    MAIL_DKIM_SELECTOR = _setting(
        fields.String, "The selector of the DKIM key that signs e-mails; `flask doctor` looks the key up.",
        allow_none=True, example="mail", validate=validate.Regexp(
            r"[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?\Z", error="Must be a selector such as mail or s1."))
    TWILIO_ACCOUNT_SID = _setting(
        fields.String, "The Twilio account that sends SMS; without one, no SMS are sent.", allow_none=True,
        example="AC0123456789abcdef0123456789abcdef", validate=validate.Regexp(
            r"AC[0-9a-f]{32}\Z", error="Must begin with AC, followed by 32 hexadecimal digits."))
    TWILIO_AUTH_TOKEN = _setting(
        fields.String, "That account's auth token, which also verifies the calls that Twilio makes.", allow_none=True,
        example="the auth token of the account", validate=validate.Length(8))
    TWILIO_FROM = _setting(
        fields.String, "The number that sends SMS, or the messaging service (MG…) that chooses one.",
        allow_none=True, example="+15185550100", validate=validate.Regexp(
            r"(\+[1-9][0-9]{6,14}|MG[0-9a-f]{32})\Z", error="Must be a number such as +15185550100, or MG…."))
    TWILIO_API_URL = _setting(
        fields.String, "The address of Twilio's API.", default="https://api.twilio.com", validate=url("http", "https"))
    SMS_DIR = _setting(
        fields.String, "A folder for SMS as files, used if there is no Twilio account; for trying things out.",
        allow_none=True, example="/var/lib/intake/sms")
    CLIO_CLIENT_ID = _setting(
        fields.String, "Intake's registration at Clio; without one, firms cannot connect to Clio.", allow_none=True,
        example="the app key of the registration", validate=validate.Length(1, 200))
    CLIO_CLIENT_SECRET = _setting(
        fields.String, "The secret of that registration.", allow_none=True, example="its app secret",
        validate=validate.Length(8, 500))
    CLIO_API_URL = _setting(
        fields.String, "The address of Clio's API; each of Clio's regions has its own.",
        default="https://app.clio.com/api/v4", validate=url("http", "https"))
    CLIO_AUTHORIZE_URL = _setting(
        fields.String, "The page on which Clio asks the firm's admin to consent.",
        default="https://app.clio.com/oauth/authorize", validate=url("http", "https"))
    CLIO_TOKEN_URL = _setting(
        fields.String, "The address at which Clio issues tokens.", default="https://app.clio.com/oauth/token",
        validate=url("http", "https"))
    CLIO_DEAUTHORIZE_URL = _setting(
        fields.String, "The address at which Clio revokes tokens; by default /oauth/deauthorize on the host of "
        "CLIO_TOKEN_URL.",
        allow_none=True, example="https://app.clio.com/oauth/deauthorize", validate=url("http", "https"))
    LAWMATICS_CLIENT_ID = _setting(
        fields.String, "Intake's registration at Lawmatics; without one, firms cannot connect to Lawmatics.",
        allow_none=True, example="the client id of the registration", validate=validate.Length(1, 200))
    LAWMATICS_CLIENT_SECRET = _setting(
        fields.String, "The secret of that registration.", allow_none=True, example="its client secret",
        validate=validate.Length(8, 500))
    LAWMATICS_API_URL = _setting(
        fields.String, "The address of Lawmatics' API.", default="https://api.lawmatics.com/v1",
        validate=url("http", "https"))
    LAWMATICS_AUTHORIZE_URL = _setting(
        fields.String, "The page on which Lawmatics asks the firm's admin to consent.",
        default="https://app.lawmatics.com/oauth/authorize", validate=url("http", "https"))
    LAWMATICS_TOKEN_URL = _setting(
        fields.String, "The address at which Lawmatics issues tokens.",
        default="https://api.lawmatics.com/oauth/token", validate=url("http", "https"))
    LAWMATICS_DEAUTHORIZE_URL = _setting(
        fields.String, "The address at which Lawmatics revokes tokens, if it ever has one; without it, Intake only "
        "deletes its tokens.",
        allow_none=True, example="https://api.lawmatics.com/oauth/revoke", validate=url("http", "https"))
    APP_URL = _setting(
        fields.String, "The address at which people and programs reach this installation. It must be https, unless it "
        "is on this machine or ENVIRONMENT is sandbox. Only a sandbox has a default, http://127.0.0.1:8000.",
        default="http://127.0.0.1:8000", example="https://intake.example.com", validate=base_url)
    API_ALLOWED_ORIGINS = _setting(
        Origins, "The origins of web pages, separated by commas, whose scripts may call the API and, for applications "
        "without a secret, /oauth/token from a browser; * for all. They send a key or a token, never a cookie.",
        allow_none=True, example="https://app.example.com")
    SECRET_KEY = _setting(
        fields.String, f"At least 32 random characters, as {COMMAND} prints; signs links and sessions.",
        validate=random_secret, error_messages={"required": f"Is missing. Make it with: {COMMAND}"})
    TOKEN_ENCRYPTION_KEYS = _setting(
        Keys, "Keys made like SECRET_KEY, separated by commas: the first encrypts stored secrets, all decrypt them. "
        "Without any, SECRET_KEY does both.", allow_none=True)
    WEBHOOK_ALLOW_LOCAL = _setting(
        fields.Boolean, "Whether webhook endpoints may be on this machine; for trying things out only.", default=False)
    WORKER_SENDERS = _setting(
        fields.Integer, "How many webhook deliveries the worker sends at once.", default=128,
        validate=validate.Range(1, 500))
    ENVIRONMENT = _setting(
        fields.String, "live, or sandbox for an installation to try things in: it sends no e-mail and no SMS, its "
        "clock can be moved, and its API keys read ik_test_… (docs/sandbox.md).",
        default="live", validate=validate.OneOf(["live", "sandbox"]))
    LOG_LEVEL = _setting(
        fields.String, "The lowest level of log lines that are written.", default="INFO",
        validate=validate.OneOf(["DEBUG", "INFO", "WARNING", "ERROR"]))
    ENTERPRISE_BURST = _setting(
        fields.Integer, "The number of requests a minute that an enterprise firm may reach during a "
        "burst.", default=1500,
        validate=validate.Range(1000, 1_000_000))
    AUDIT_LOG_YEARS = _setting(
        fields.Integer, "The number of years for which the audit log is "
        "kept.", default=7, validate=validate.Range(1, 100))

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _live_has_a_public_address(self, data, given, **_):
        if data.get("ENVIRONMENT") != "live":
            return
        if "APP_URL" not in given:
            raise ValidationError({"APP_URL": ["Is missing: the https:// address at which people reach Intake."]})
        address = urlsplit(data.get("APP_URL", ""))
        if address.scheme == "http" and address.hostname not in LOOPBACK_HOSTS:
            raise ValidationError({"APP_URL": ["Must begin with https://, unless ENVIRONMENT is sandbox."]})

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _without_quotation_marks(self, _, given, **__):
        """Refuse those that a shell removes, and that the files of Docker and of Kubernetes keep."""
        if names := quoted(given) & self.fields.keys():
            raise ValidationError({name: ["Must not be in quotation marks."] for name in names})

    @validates_schema
    def _together_or_not_at_all(self, data, **_):
        for names in TOGETHER:
            missing = [name for name in names if not data.get(name)]
            if 0 < len(missing) < len(names):
                sentence = f"Must be set if {' and '.join(name for name in names if name not in missing)} is."
                raise ValidationError({name: [sentence] for name in missing})

    @validates_schema
    def _private_redis_is_encrypted(self, data, **_):
        if data["REDIS_CA_FILE"] and not data["REDIS_URL"].startswith("rediss:"):
            raise ValidationError({"REDIS_URL": ["Must begin with rediss://, because REDIS_CA_FILE is set."]})

    @post_load
    def _lower_the_scheme(self, data, **_):
        """Write HTTPS:// as https://, on which the security of cookies depends."""
        scheme, colon, rest = data["APP_URL"].partition(":")
        return data | {"APP_URL": scheme.lower() + colon + rest}

    @post_load
    def _put_authorities_into_urls(self, data, **_):
        """Add the files to the URLs, in which psycopg2, redis-py and RQ find them in every process."""
        if data["DATABASE_CA_FILE"]:
            for name in filter(data.get, ("DATABASE_URL", "DATABASE_REPLICA_URL", "BACKUP_DATABASE_URL")):
                data[name] = add_to_query(data[name], sslmode="verify-full", sslrootcert=data["DATABASE_CA_FILE"])
        if data["REDIS_CA_FILE"]:
            data["REDIS_URL"] = add_to_query(data["REDIS_URL"], ssl_ca_certs=data["REDIS_CA_FILE"])
        elif not data["REDIS_VERIFY_CERTIFICATE"] and data["REDIS_URL"].startswith("rediss:"):
            data["REDIS_URL"] = add_to_query(data["REDIS_URL"], ssl_cert_reqs="none")
        return data


class SettingsSchema(
        SigningSettings, BackupSettings, WatchingSettings, BillingSettings, WebSettings, _InstallationSettings):
    """Every setting; `config/example.py` describes them for operators."""


@dataclass(frozen=True)
class Settings:
    """The settings of this process, as attributes in lower case: `settings.database_url`."""

    values: dict

    def __getattr__(self, name):
        try:
            return self.values[name.upper()]
        except KeyError:
            raise AttributeError(name) from None

    in_sandbox = property(lambda self: self.environment == "sandbox")

    def __repr__(self):
        return "Settings(…)"  # never the secrets

    @classmethod
    def load(cls, environ=None):
        """Return the settings of this environment.

        An empty value counts as not set. Raises `SettingsError` for missing or invalid settings.
        """
        try:
            given = without_blanks_around(environment() if environ is None else environ)
        except (OSError, UnicodeError) as error:
            raise SettingsError({"LOCAL_DIR": [f"Its file env cannot be read: {error}"]}) from None
        try:
            return cls(SettingsSchema().load({name: value for name, value in given.items() if value != ""}))
        except ValidationError as error:
            raise SettingsError(error.normalized_messages()) from None
