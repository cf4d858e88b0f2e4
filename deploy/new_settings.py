"""Writes the settings of a new installation, with random secrets: `python -m deploy.new_settings KIND DIRECTORY`.

KIND is `compose`, whose services get passwords, too, or `server`. Nothing is changed once DIRECTORY contains `env`,
which web server, worker and commands read with `LOCAL_DIR=DIRECTORY`.
"""

import os
import secrets
import sys
from pathlib import Path
from string import Template

PRIVATE, SHARED = 0o640, 0o644

KEYS = """\
SECRET_KEY=$secret_key
TOKEN_ENCRYPTION_KEYS=$encryption_key
METRICS_TOKEN=$metrics_token
TRUSTED_PROXIES=1
"""

COMPOSE = {
    "postgres-password": (SHARED, "$postgres_password"),
    "valkey.conf": (SHARED, 'requirepass $redis_password\ndir /data\nsave ""\nappendonly no\n'),
    "storage-key": (SHARED, "$storage_key,$storage_secret"),
    "env": (PRIVATE, KEYS + """\
DATABASE_URL=postgresql://intake:$postgres_password@postgres:5432/intake
REDIS_URL=redis://:$redis_password@valkey:6379/0
S3_ENDPOINT_URL=http://storage:9000
S3_BUCKET=intake-files
S3_ACCESS_KEY_ID=$storage_key
S3_SECRET_ACCESS_KEY=$storage_secret
"""),
}

SERVER = {
    "env": (PRIVATE, KEYS + """\
HOST=127.0.0.1
DATABASE_URL=postgresql:///intake?host=/run/postgresql
REDIS_URL=redis://127.0.0.1:6379/0
# Fill these in, and install again. Every other setting: config/example.env
APP_URL=
S3_BUCKET=
S3_ACCESS_KEY_ID=
S3_SECRET_ACCESS_KEY=
S3_ENDPOINT_URL=
SMTP_URL=
MAIL_FROM=
"""),
}

KINDS = {"compose": COMPOSE, "server": SERVER}


def write_settings(kind, directory):
    """Write the files, unless `env` is there already; return whether they were written."""
    directory = Path(directory)
    if (directory / "env").exists():
        return False
    values = {
        "secret_key": secrets.token_urlsafe(48), "encryption_key": secrets.token_urlsafe(48),
        "metrics_token": secrets.token_urlsafe(48), "postgres_password": secrets.token_hex(24),
        "redis_password": secrets.token_hex(24), "storage_key": f"INTAKE{secrets.token_hex(8).upper()}",
        "storage_secret": secrets.token_hex(24)}
    for name, (mode, text) in KINDS[kind].items():  # `env` last: it says that the others are complete
        part = directory / f".{name}.part"
        part.unlink(missing_ok=True)
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
            os.fchmod(file.fileno(), mode)  # whatever the umask is
            file.write(Template(text).substitute(values))
        part.replace(directory / name)
    return True


if __name__ == "__main__":
    written = write_settings(*sys.argv[1:])
    sys.stdout.write("New settings were written.\n" if written else "The settings are kept as they are.\n")
