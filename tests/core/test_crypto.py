"""Random tokens, their digests, and encryption."""

import base64

import pytest

from intake.core.crypto import Vault, digest, matches, random_token
from intake.core.errors import KeyMissing


def test_a_token_has_the_length_asked_for_and_only_letters_and_digits():
    token = random_token(40)

    assert len(token) == 40
    assert token.isascii()
    assert token.isalnum()


def test_tokens_are_unique():
    assert len({random_token(12) for _ in range(1000)}) == 1000


def test_a_digest_matches_its_secret_alone():
    kept = digest("the secret")

    assert "secret" not in kept
    assert matches("the secret", kept)
    assert not matches("the Secret", kept)
    assert not matches("", kept)


def test_what_is_encrypted_cannot_be_changed():
    vault = Vault(["a key"])
    sealed = base64.urlsafe_b64decode(vault.seal("the secret"))

    assert b"secret" not in sealed
    for place in range(len(sealed)):
        changed = sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1:]
        with pytest.raises(KeyMissing):
            vault.open(base64.urlsafe_b64encode(changed).decode())


def test_equal_texts_are_encrypted_differently():
    vault = Vault(["a key"])

    assert vault.seal("the secret") != vault.seal("the secret")
