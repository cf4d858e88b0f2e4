"""The addresses at which signers sign. Their tokens have a purpose of their own: no intake link opens a letter."""

from intake.core.addresses import public_url
from intake.core.crypto import SignedToken, authentication_code

_TOKENS = SignedToken("letter link")
token_of, public_part_of = _TOKENS.of, _TOKENS.public_part


def signing_path(signer):
    """Return the path of the signer's page. Anybody who has it can sign, so it must not be logged."""
    return f"/p/{token_of(signer.public_part)}/letter/{signer.letter_id}"


def signing_url(signer):
    """Return the address of the signer's page, a secret like `signing_path`."""
    return public_url(signing_path(signer))


def access_word(signer):
    """Return the number in the signer's sample PDF, which proves that they can open PDFs."""
    return f"{int.from_bytes(authentication_code(f'letter access:{signer.id}')) % 10_000:04}"
