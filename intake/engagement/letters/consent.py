"""A signer's consent, given before the letter is shown, to do business electronically (15 U.S.C. § 7001(c), UETA § 5).

The text is stored with the event, and the certificate of completion shows it in full. If the text or the firm's address
changes later, earlier consents keep the text that was shown.
"""

from functools import cache
from pathlib import Path

from intake.core.languages import ENGLISH

_FOLDER = Path(__file__).parent / "consent_texts"


def consent_text(language, firm):
    """Return the disclosure in the language, with the firm's name and address."""
    reached = " · ".join(filter(None, (firm.email, firm.phone)))
    return _text(language).replace("[firm]", firm.name).replace("[contact]", reached)


@cache
def _text(language):
    file = _FOLDER / f"{language}.txt"
    return (file if file.exists() else _FOLDER / f"{ENGLISH}.txt").read_text(encoding="utf-8").strip()
