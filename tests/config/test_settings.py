"""The settings of an installation: complete, valid, and secret (config/settings.py)."""

from urllib.parse import urlencode

import pytest

from config.settings import Settings, SettingsError
from intake.gateways.storage import Storage

ENOUGH = {
    "DATABASE_URL": "postgresql://intake:hush-database@db:5432/intake", "REDIS_URL": "redis://:hush-redis@cache:6379/0",
    "S3_BUCKET": "intake-files", "SECRET_KEY": "hush-K7_rGm2Vq0XcT9bLwZ5dNfY8sJ1pHaEu",
    "APP_URL": "https://intake.example.com"}
STORAGE = {"S3_ACCESS_KEY_ID": "access", "S3_SECRET_ACCESS_KEY": "hush-storage"}


def _wrong(environ):
    """Return the names of the invalid settings."""
    with pytest.raises(SettingsError) as refused:
        Settings.load(environ)
    return set(refused.value.problems), str(refused.value)


def wrong_settings(environ):
    """Return the names of the invalid settings among these, and check that the message has no secret."""
    names, message = _wrong(ENOUGH | environ)
    assert "hush" not in message
    return names


def test_settings_are_attributes_in_lower_case():
    settings = Settings.load(ENOUGH | {"PORT": "9000"})

    assert settings.database_url == ENOUGH["DATABASE_URL"]
    assert settings.port == 9000


def test_optional_settings_have_defaults():
    settings = Settings.load(ENOUGH)

    assert (settings.s3_access_key_id, settings.s3_addressing_style) == (None, "auto")
    assert (settings.port, settings.environment, settings.log_level) == (8000, "live", "INFO")
    assert (settings.s3_region, settings.enterprise_burst, settings.trusted_proxies) == ("us-east-1", 1500, 0)


@pytest.mark.parametrize("missing", ENOUGH)
def test_missing_setting_is_an_error_that_names_it(missing):
    names, message = _wrong({name: value for name, value in ENOUGH.items() if name != missing})

    assert names == {missing}
    assert f"{missing}: Is missing" in message


def test_all_missing_settings_are_named_at_once():
    names, message = _wrong({})

    assert names == set(ENOUGH)
    assert all(name in message for name in ENOUGH)


NONSENSE = {
    "DATABASE_URL": ("nonsense", "mysql://db/intake", "postgresql://", "postgres://", "http://db", "5",
                     "postgres://db/intake?pgbouncer=true"),
    "REDIS_URL": ("nonsense", "http://cache", "redis://", "redis://cache:99999/0", "redis://cache/0?pool=2",
                  "redis://cache/0?socket_timeout=fast", "redis://ca che/0"),
    "HOST": ("http://0.0.0.0", "0.0.0.0:8000", "a b", "é", "[::]"),
    "BACKUP_RECIPIENT": ("age1", "nonsense", "age1\udcff"),
    "S3_BUCKET": ("ab", "x" * 64, "s3://intake-files", "intake-files/office", "intake files"),
    "S3_REGION": ("us east 1", "0", "-"),
    "S3_ACCESS_KEY_ID": ("ab",),
    "S3_SECRET_ACCESS_KEY": ("short",),
    "S3_ADDRESSING_STYLE": ("host", "PATH"),
    "SMTP_CA_FILE": ("/nowhere/ca.pem", "/etc", __file__),
    "S3_ENDPOINT_URL": ("nonsense", "ftp://files", "https://", "files.example.com", "https://files..example.com",
                        "http://minio_1:9000", "https://-files", "https://fílés", "https://" + 130 * "a." + "b",
                        "https://files/?a=b", "https://files/#a"),
    "S3_PUBLIC_ENDPOINT_URL": ("nonsense", "//files", "http://minio_1:9000"),
    "BACKUP_S3_ENDPOINT_URL": ("http://minio_1:9000",),
    "SMTP_URL": ("mail.example.com", "http://mail", "smtp://", "smtp://mail:99999"),
    "MAIL_FROM": ("nonsense", "a@b@c", "@example.com"),
    "APP_URL": ("intake.example.com", "ftp://intake", "https://", "https://intake example.com", "https://intake.lan/?a=b",
                "https://intake.lan/#x", "https://ann:pw@intake.lan", "https://firm.example.com/intake"),
    "ENVIRONMENT": ("production", "LIVE", "test"),
    "LOG_LEVEL": ("debug", "TRACE", "10"),
    "PORT": ("0", "65536", "-1", "80.5", "http", "1e3"),
    "WEB_CONCURRENCY": ("0", "65", "many"),
    "WEB_THREADS": ("0", "65", "-4"),
    "TRUSTED_PROXIES": ("-1", "6", "*", "10.0.0.0/8"),
    "ENTERPRISE_BURST": ("999", "1000001", "unlimited"),
    "BACKUP_TARGET": ("backups", "s3://", "s3://[backups]/office", "s3://my backups"),
    "BACKUP_S3_REGION": ("eu central",),
    "SENTRY_DSN": ("nonsense", "https://sentry.example.com/1", "https://key@sentry.example.com/"),
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in NONSENSE.items() for value in values])
def test_invalid_value_is_an_error_that_names_it(name, value):
    assert _wrong(ENOUGH | STORAGE | {name: value})[0] == {name}


@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL", "S3_ENDPOINT_URL", "SMTP_URL", "APP_URL"])
def test_unparsable_address_is_an_error(name):
    assert _wrong(ENOUGH | {name: "http://[half"})[0] == {name}


def test_all_invalid_settings_are_named_without_their_values():
    names, message = _wrong(ENOUGH | {"PORT": "http", "SECRET_KEY": "hush", "DATABASE_URL": "mysql://u:hush-hush@db"})

    assert names == {"PORT", "SECRET_KEY", "DATABASE_URL"}
    assert "hush" not in message


@pytest.mark.parametrize("empty", ["", " "])
@pytest.mark.parametrize("name", ["PORT", "LOG_LEVEL", "S3_ENDPOINT_URL", "S3_REGION", "SMTP_URL", "HOST"])
def test_empty_value_counts_as_not_set(name, empty):
    assert Settings.load(ENOUGH | {name: empty}).values == Settings.load(ENOUGH).values


@pytest.mark.parametrize("around", [(" ", "\n"), ("", "\r"), ("\ufeff", "\u200b\n"), ("\xa0", "\t")], ids=ascii)
def test_blanks_around_a_value_are_no_part_of_it(around):
    before, after = around
    given = ENOUGH | STORAGE | {"S3_ENDPOINT_URL": "https://files.example.com", "STRIPE_PRICE_PRO_YEARLY": "",
                                "CLIO_CLIENT_ID": "app key", "CLIO_CLIENT_SECRET": "app secret"}
    surrounded = {name: f"{before}{value}{after}" for name, value in given.items() if name != "SECRET_KEY"}

    assert Settings.load(given | surrounded).values == Settings.load(given).values


@pytest.mark.parametrize("mark", ["'", '"'])
def test_values_in_quotation_marks_are_named(mark):
    given = ENOUGH | STORAGE | {"TWILIO_AUTH_TOKEN": "hush-hush-hush", "LOG_LEVEL": "INFO"}
    quoted = {name: f"{mark}{value}{mark}" for name, value in given.items() if name != "SECRET_KEY"}
    names, message = _wrong(given | quoted)

    assert names == quoted.keys()
    assert message.count("Must not be in quotation marks.") == len(quoted)
    assert "hush" not in message


def test_keys_that_have_sealed_something_stay_as_they_were():
    key = f'"{ENOUGH["SECRET_KEY"]}"\n'
    settings = Settings.load(ENOUGH | {"SECRET_KEY": key, "TOKEN_ENCRYPTION_KEYS": f"'{ENOUGH['SECRET_KEY']}'"})

    assert (settings.secret_key, settings.token_encryption_keys) == (key, [f"'{ENOUGH['SECRET_KEY']}'"])


def test_empty_value_of_a_required_setting_is_an_error():
    assert _wrong(ENOUGH | {"SECRET_KEY": ""})[0] == {"SECRET_KEY"}


@pytest.mark.parametrize("show", [repr, str, "{}".format, "{!r}".format])
def test_settings_never_show_secrets(show):
    assert "hush" not in show(Settings.load(ENOUGH | STORAGE))


def test_other_variables_are_ignored():
    settings = Settings.load(ENOUGH | {"HOME": "/root", "LC_ALL": "C"})

    with pytest.raises(AttributeError):
        settings.home  # noqa: B018


def test_settings_are_immutable():
    with pytest.raises(AttributeError):
        Settings.load(ENOUGH).port = 1


@pytest.mark.parametrize("url", [
    "http://localhost:9000", "https://Files.example.com.", "http://[fe80::1%eth0]:9000", "https://10.0.0.1/under/a-path"])
def test_usual_addresses_of_storages_are_valid(url):
    settings = Settings.load(ENOUGH | STORAGE | {"S3_ENDPOINT_URL": url})

    assert settings.s3_endpoint_url == url
    Storage(settings)


@pytest.mark.parametrize("url", [
    "postgresql://db/intake", "postgresql://u:p%40ss@db:5432/intake?sslmode=require",
    "postgresql:///intake?host=/run/postgres",
])
def test_usual_database_urls_are_valid(url):
    assert Settings.load(ENOUGH | {"DATABASE_URL": url}).database_url == url


def test_database_url_of_heroku_gets_the_scheme_that_everything_understands():
    url = "postgres://u:postgres://@db:5432/intake?sslmode=require"
    assert Settings.load(ENOUGH | {"DATABASE_URL": url}).database_url == (
        "postgresql://u:postgres://@db:5432/intake?sslmode=require")


def test_error_about_a_database_url_does_not_contain_its_password():
    names, message = _wrong(ENOUGH | {"DATABASE_URL": "postgresql://u:hush%zz@db/intake"})

    assert names == {"DATABASE_URL"}
    assert "hush" not in message


@pytest.mark.parametrize("url", ["redis://cache", "rediss://:p@cache:6380/1", "unix:///run/redis.sock?db=0",
                                 "redis://[::1]:6379/0?socket_timeout=2"])
def test_usual_redis_urls_are_valid(url):
    assert Settings.load(ENOUGH | {"REDIS_URL": url}).redis_url == url


@pytest.mark.parametrize("missing", STORAGE)
def test_key_of_the_storage_alone_is_an_error(missing):
    assert _wrong(ENOUGH | STORAGE | {missing: ""})[0] == {missing}


@pytest.mark.parametrize("address", [
    "https://intake.example.com", "https://intake.example.com/", "http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000"])
def test_usual_addresses_are_valid(address):
    assert Settings.load(ENOUGH | {"APP_URL": address}).app_url == address
    assert Settings.load(ENOUGH | {"APP_URL": address.replace("http", "HTTP", 1)}).app_url == address


@pytest.mark.parametrize("address", ["http://intake.example.com", "http://10.0.0.5:8000", ""])
def test_live_installation_needs_an_https_address(address):
    names, message = _wrong(ENOUGH | {"APP_URL": address})

    assert names == {"APP_URL"}
    assert "https://" in message


def test_sandbox_needs_no_address():
    assert Settings.load(ENOUGH | {"APP_URL": "", "ENVIRONMENT": "sandbox"}).app_url == "http://127.0.0.1:8000"
    assert Settings.load(ENOUGH | {"APP_URL": "http://intake.lan", "ENVIRONMENT": "sandbox"})


def test_private_authorities_become_part_of_the_urls(authority):
    settings = Settings.load(ENOUGH | {
        "DATABASE_CA_FILE": authority.file, "REDIS_CA_FILE": authority.file, "REDIS_URL": "rediss://cache:6379/0"})

    assert settings.database_url == f"{ENOUGH['DATABASE_URL']}?{urlencode({'sslmode': 'verify-full'})}&" + urlencode(
        {"sslrootcert": authority.file})
    assert settings.redis_url == f"rediss://cache:6379/0?{urlencode({'ssl_ca_certs': authority.file})}"


def test_certificate_of_redis_is_verified_by_default():
    encrypted, plain = ({"REDIS_URL": f"{scheme}://cache:6379/0"} for scheme in ("rediss", "redis"))
    off = {"REDIS_VERIFY_CERTIFICATE": "false"}

    assert Settings.load(ENOUGH | encrypted).redis_url == "rediss://cache:6379/0"
    assert Settings.load(ENOUGH | encrypted | off).redis_url == "rediss://cache:6379/0?ssl_cert_reqs=none"
    assert Settings.load(ENOUGH | plain | off).redis_url == "redis://cache:6379/0"


def test_options_of_the_url_are_kept(authority):
    url = "postgresql:///intake?host=db&sslmode=verify-ca"
    settings = Settings.load(ENOUGH | {"DATABASE_CA_FILE": authority.file, "DATABASE_URL": url})

    assert settings.database_url == f"{url}&{urlencode({'sslrootcert': authority.file})}"


def test_private_authority_of_a_redis_without_tls_is_an_error(authority):
    assert _wrong(ENOUGH | {"REDIS_CA_FILE": authority.file})[0] == {"REDIS_URL"}


@pytest.mark.parametrize("wrong", [
    {"REPLY_ADDRESS": "reply@in.example.com"}, {"INBOUND_MAIL_SECRET": ENOUGH["SECRET_KEY"]},
    {"REPLY_ADDRESS": "reply+x@in.example.com", "INBOUND_MAIL_SECRET": ENOUGH["SECRET_KEY"]},
    {"REPLY_ADDRESS": "intake-replies@in.example.com", "INBOUND_MAIL_SECRET": ENOUGH["SECRET_KEY"]},
    {"REPLY_ADDRESS": "reply@in.example.com", "INBOUND_MAIL_SECRET": "short"}])
def test_replies_by_mail_need_an_address_and_a_secret(wrong):
    names, message = _wrong(ENOUGH | wrong)

    assert len(names) == 1
    assert names < {"REPLY_ADDRESS", "INBOUND_MAIL_SECRET"}
    assert ENOUGH["SECRET_KEY"] not in message
