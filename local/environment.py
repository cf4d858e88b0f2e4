"""The settings in `LOCAL_DIR/env`, with which Intake finds the local services.

A service is not run here if the caller gives one of its settings.
"""

from string import Template

SERVICES = {
    "postgres": {
        "DATABASE_URL": "postgresql://intake:$postgres_password@127.0.0.1:$postgres_port/intake",
    },
    "redis": {
        "REDIS_URL": "redis://:$redis_password@127.0.0.1:$redis_port/0",
    },
    "s3": {
        "S3_ENDPOINT_URL": "http://127.0.0.1:$s3_port",
        "S3_BUCKET": "intake-files",
        "S3_REGION": "us-east-1",
        "S3_ACCESS_KEY_ID": "$s3_access_key",
        "S3_SECRET_ACCESS_KEY": "$s3_secret_key",
    },
    "mail": {
        "SMTP_URL": "smtp://127.0.0.1:$mail_port",
    },
}

# The caller may override each of these.
INSTALLATION = {
    "APP_URL": "$origin",
    "PORT": "$port",
    "SECRET_KEY": "$secret_key",
    "WEBHOOK_ALLOW_LOCAL": "true",
    "SMS_DIR": "$directory/sms",
    "DRAIN_SECONDS": "0",
}

EVERYWHERE = ("0.0.0.0", "::")


def services_to_embed(given):
    """Return the names of the services to run here: those without a setting in `given`."""
    names = {name for name, value in given.items() if value}
    return [service for service, settings in SERVICES.items() if not _is_given(service, settings, names)]


def build_settings(services, values, given):
    """Return the settings of an installation that runs `services`, filled in from `values`; `given` ones override."""
    table = INSTALLATION | {name: text for service in services for name, text in SERVICES[service].items()}
    lines = {name: Template(text).substitute(values) for name, text in table.items()}
    outside = {name: given[name] for name in given if given[name] and _known(name)}
    return lines | outside | {"HOST": _host(given)}


def _host(given):
    """Return the address to listen on. Shells set HOST for other purposes, so most values are ignored."""
    return given["HOST"] if given.get("HOST") in EVERYWHERE else "127.0.0.1"


def _is_given(service, settings, names):
    return bool(names & settings.keys()) or (service == "s3" and any(name.startswith("S3_") for name in names))


def _known(name):
    return name in INSTALLATION or name.startswith("S3_") or any(name in table for table in SERVICES.values())
