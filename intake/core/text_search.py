"""Case-insensitive text search that behaves the same on every Postgres, independent of its locale.

A searchable text is stored a second time, folded, in a column named `…_key`; search terms are folded alike.
"""

import re
import unicodedata
from functools import reduce
from operator import and_, or_
from typing import Any

from peewee import fn

_TRIGRAM = 3
_WILDCARD = re.compile(r"([%_\\])")


def folded(text: str) -> str:
    """Return the text in the form that is compared: composed, lower case in every script, single spaces."""
    return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).split())


def contains(words: str, *key_columns: Any) -> Any:
    """Return the condition that every word occurs in one of the folded columns; `%` and `_` are plain characters."""
    return reduce(and_, (reduce(or_, (_occurs(word, column) for column in key_columns))
                         for word in folded(words).split()))


def _occurs(word: str, column: Any) -> Any:
    if len(word) < _TRIGRAM:
        # With LIKE the planner may take a trigram index, which then is read as a whole and every row with it.
        return fn.STRPOS(column, word) > 0
    return column.like("%" + _WILDCARD.sub(r"\\\1", word) + "%")
