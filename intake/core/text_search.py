"""Finding text without regard to case, the same on every Postgres whatever its locale.

A searchable text is stored a second time, folded, in a column named `…_key`; questions are folded alike.
"""

import re
import unicodedata
from functools import reduce
from operator import and_, or_

_WILDCARD = re.compile(r"([%_\\])")


def folded(text):
    """The text as it is compared: composed, lower case in every script, single spaces."""
    return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).split())


def contains(words, *key_columns):
    """A condition: every word of `words` occurs in one of the folded columns; `%` and `_` are plain characters."""
    patterns = ("%" + _WILDCARD.sub(r"\\\1", word) + "%" for word in folded(words).split())
    return reduce(and_, (reduce(or_, (column.like(pattern) for column in key_columns)) for pattern in patterns))
