"""The description of the installation in a backup: its settings without secrets, and checks of each secret."""

import re
from urllib.parse import urlsplit, urlunsplit

from intake.core.crypto import key_check

KEPT_ELSEWHERE = ("SECRET_KEY", "TOKEN_ENCRYPTION_KEYS")
"""Secrets without which what is restored cannot be used as before."""

_SECRET = re.compile(r"SECRET|TOKEN|KEY|_SID$")


def describe(settings):
    """Return {settings, secrets, fingerprints}: values, names of what is secret, and digests of what must be kept."""
    given = {name: value for name, value in settings.values.items() if value is not None}
    secrets = sorted(name for name in given if _SECRET.search(name) and not name.endswith("_URL"))
    shown = {name: _without_password(name, value) for name, value in given.items() if name not in secrets}
    return {"settings": shown, "secrets": secrets, "fingerprints": _fingerprints(settings)}


def changed_secrets(settings, described):
    """Return the names of the secrets that must be kept but differ from those at the time of the description."""
    before, after = described["fingerprints"], _fingerprints(settings)
    return [name for name in KEPT_ELSEWHERE if not set(before[name]) <= set(after[name])]


def _fingerprints(settings):
    keys = settings.token_encryption_keys or [settings.secret_key]
    return {"SECRET_KEY": [key_check(settings.secret_key)],
            "TOKEN_ENCRYPTION_KEYS": [key_check(key) for key in keys]}


def _without_password(name, value):
    """Return the value; of an address only where it is, because its options may hold a password, too."""
    if not name.endswith("_URL"):
        return value
    parts = urlsplit(value)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
