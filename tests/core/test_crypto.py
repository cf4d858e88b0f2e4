"""Random tokens and their digests."""

from intake.core.crypto import digest, matches, random_token


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
