"""Secrets that are easy to guess are refused at start (config/secret_strength.py)."""

import base64
import secrets
import string

import pytest

from config.secret_strength import COMMAND
from config.settings import Settings, SettingsError
from config.validators import random_secret

from .test_settings import ENOUGH

WEAK = {
    "too short": "K7_rGm2Vq0XcT9bLwZ5dNfY8sJ1p", "one character": "a" * 32, "two characters": "ab" * 20,
    "a word": "password" * 5, "words": "your-secret-key-goes-here-please-change-me",
    "a word and digits": "passwordpassword1234567890123456", "a run": "abcdefghijklmnopqrstuvwxyz0123456789",
    "digits in order": "12345678901234567890123456789012", "hexadecimal in order": "0123456789abcdef0123456789abcdef",
    "a run in another": "a1a2a3a4a5a6a7a8a9b1b2b3b4b5b6b7", "a repeated pattern": "abcabcabcabcabcabcabcabcabcabcab",
    "a repeated word": "deadbeefdeadbeefdeadbeefdeadbeef", "a repeated password": "P@ssw0rd!" * 4,
    "a repeated name": "Intake2026!Intake2026!Intake2026!", "a keyboard": "qwertyuiopasdfghjklzxcvbnm1234567890",
    "prose": "correct horse battery staple correct", "a placeholder": "change-me-to-a-long-random-string-of-32",
    "the command": f"use: {COMMAND}",
}
GOOD = {
    "the command's output": lambda: secrets.token_urlsafe(48), "shortest": lambda: secrets.token_urlsafe(24),
    "hexadecimal": lambda: secrets.token_hex(16),
    "openssl rand": lambda: base64.b64encode(secrets.token_bytes(24)).decode(),
    "letters and digits": lambda: "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(32)),
}


def _problems(**settings):
    with pytest.raises(SettingsError) as refused:
        Settings.load(ENOUGH | settings)
    return refused.value.problems


@pytest.mark.parametrize("name", ["SECRET_KEY", "TOKEN_ENCRYPTION_KEYS", "METRICS_TOKEN"])
@pytest.mark.parametrize("value", [pytest.param(value, id=id) for id, value in WEAK.items()])
def test_weak_secret_is_refused(name, value):
    [(named, [message])] = _problems(**{name: value}).items()

    assert named == name
    assert COMMAND in message
    assert value not in message.replace(COMMAND, "")


@pytest.mark.parametrize("make", [pytest.param(make, id=id) for id, make in GOOD.items()])
def test_random_secrets_are_accepted(make):
    for _ in range(200):
        random_secret(secret := make())
    settings = Settings.load(ENOUGH | {
        "SECRET_KEY": secret, "TOKEN_ENCRYPTION_KEYS": secret, "METRICS_TOKEN": secret})
    assert (settings.secret_key, settings.token_encryption_keys, settings.metrics_token) == (secret, [secret], secret)


def test_missing_secret_is_refused_with_the_command():
    assert COMMAND in str(_problems(SECRET_KEY="")["SECRET_KEY"])


def test_weak_key_can_be_replaced():
    """Values sealed with it stay readable until they are sealed with the new key."""
    new, old = secrets.token_urlsafe(48), "a" * 32

    assert Settings.load(ENOUGH | {"TOKEN_ENCRYPTION_KEYS": f"{new},{old}"}).token_encryption_keys == [new, old]
    assert _problems(TOKEN_ENCRYPTION_KEYS=f"{old},{new}").keys() == {"TOKEN_ENCRYPTION_KEYS"}
