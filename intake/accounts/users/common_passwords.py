"""The passwords that are guessed first, as they were found in leaks.

`common_passwords.txt.gz` holds one on each line, folded by `fold` and sorted, below the licence of the list that they
come from: SecLists' ten million passwords by frequency (Mark Burnett, Daniel Miessler; MIT). It has the 10,000 most
common passwords, and the 10,000 most common ones of at least 12 characters. Each is stored as `without_padding` leaves
it, unless that is shorter than 4 characters; the long ones are also stored whole.
"""

import gzip
import re
import unicodedata
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("common_passwords.txt.gz")
_PADDING = re.compile(r"^[\W\d_]+|[\W\d_]+$")


@cache
def common_passwords() -> frozenset[str]:
    """Return the folded passwords of the file."""
    _licence, _, passwords = gzip.decompress(_FILE.read_bytes()).decode().partition(f"\n{'-' * 80}\n")
    return frozenset(passwords.split("\n")) - {""}


def fold(text: str) -> str:
    """Return the text in lower case and without accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in decomposed if not unicodedata.combining(each))


def without_padding(text: str) -> str:
    """Return the text from its first letter to its last."""
    return _PADDING.sub("", text)
