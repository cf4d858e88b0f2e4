"""The words of a search for clients."""

import re

_NUMBER = re.compile(r"[+\d\s().\-/]*\d{3}[+\d\s().\-/]*")


def search_words(text):
    """Return the words to search for; of a telephone number in any notation its digits, as they are stored."""
    return re.sub(r"\D", "", text) if _NUMBER.fullmatch(text) else text
