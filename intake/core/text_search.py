"""Case-insensitive text search that behaves the same on every Postgres, independent of its locale.

A searchable text is stored a second time, folded, in a column named `…_key`; search terms are folded alike.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import reduce
from operator import and_, or_
from typing import Any

from peewee import fn

_TRIGRAM = 3
_WILDCARD = re.compile(r"([%_\\])")
_LETTERS = (
    "a-z0-9àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāăąćĉċčďđēĕėęěĝğġģĥ"
    "ħĩīĭįıĳĵķĸĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž")
"""Folded letters of languages that are written with Latin ones. An index of trigrams combines at most some 130."""

_MARKS = r" -/:-@\[-`{-~"
KNOWN = f"^[{_LETTERS}{_MARKS}]*$"
"""What the texts do not match that are in the indexes `…_with_other_letters`."""

PAIR = re.compile(f"[{_LETTERS}]{{2}}")
"""A word of two letters that `contains` can take for rare."""


def folded(text: str) -> str:
    """Return the text in the form that is compared: composed, lower case in every script, single spaces."""
    return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).split())


def contains(words: str, *key_columns: Any, rare: frozenset[str] = frozenset()) -> Any:
    """Return the condition that every word occurs in one of the folded columns; `%` and `_` are plain characters.

    `rare` are those of the words that `rare_pairs` returned for these columns.
    """
    return reduce(and_, (
        _is_among(word, key_columns) if word in rare else reduce(or_, (_occurs(word, each) for each in key_columns))
        for word in folded(words).split()))


def _occurs(word: str, column: Any) -> Any:
    if len(word) < _TRIGRAM:
        # With LIKE the planner may take a trigram index, which then is read as a whole and every row with it.
        return fn.STRPOS(column, word) > 0
    return column.like("%" + _WILDCARD.sub(r"\\\1", word) + "%")


def _is_among(pair: str, columns: Sequence[Any]) -> Any:
    """Return the condition that the pair of letters occurs in one of the columns, in parts that all have an index.

    The index of trigrams says nothing of two letters, but of three: the pair and whatever letter, mark or end of the
    text follows it. Texts that have anything else have an index of their own.
    """
    has_others = reduce(or_, (~column.regexp(KNOWN) for column in columns))
    return reduce(or_, ((fn.STRPOS(column, pair) > 0) & (
        column.regexp(f"{pair}[{_LETTERS}]") | column.regexp(f"{pair}[{_MARKS}]") | column.like(f"%{pair}")
        | has_others) for column in columns))
