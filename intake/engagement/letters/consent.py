"""What a signer agrees to before a letter is shown: to do business electronically (15 U.S.C. § 7001(c), UETA § 5).

The text is kept by its digest, and the certificate of completion has it in full. A change of a text changes the digest;
those who agreed before have agreed to the former text.
"""

import hashlib
from functools import cache
from pathlib import Path

from intake.core.languages import ENGLISH

_FOLDER = Path(__file__).parent / "consent_texts"


def consent_text(language, firm):
    """Return the paragraphs of the disclosure in the language, with the firm's name and address."""
    reached = " · ".join(filter(None, (firm.email, firm.phone)))
    return _text(language).replace("[firm]", firm.name).replace("[contact]", reached)


def consent_digest(language, firm):
    """Return the SHA-256 of the disclosure as it is shown, in hex."""
    return hashlib.sha256(consent_text(language, firm).encode()).hexdigest()


@cache
def _text(language):
    file = _FOLDER / f"{language}.txt"
    return (file if file.exists() else _FOLDER / f"{ENGLISH}.txt").read_text(encoding="utf-8").strip()
