"""Case-insensitive text search that behaves the same on every Postgres, independent of its locale.

A searchable text is stored a second time, folded, in a column named `…_key`; search terms are folded alike.
"""

import re
import unicodedata
from functools import reduce
from operator import and_, or_
from typing import Any

from peewee import Expression, Value, fn

_WILDCARD = re.compile(r"([%_\\])")
LETTERS = (
    "a-zàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĳĵķĸĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž")
"""Folded letters of languages that are written with Latin ones. An index of trigrams combines at most some 130."""

_THREE = re.compile(f"[0-9{LETTERS}]{{3}}")
_PAIR = re.compile(f"[0-9{LETTERS}]{{2}}")
_LETTER = re.compile(f"[{LETTERS}]")
_OTHER = re.compile(f"[^0-9{LETTERS}]")


def folded(text: str) -> str:
    """Return the text in the form that is compared: composed, lower case in every script, single spaces."""
    return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).split())


def contains(words: str, *key_columns: Any, rare: frozenset[str] = frozenset()) -> Any:
    """Return the condition that every word occurs in one of the folded columns; `%` and `_` are plain characters.

    `rare` are those of the words that `rare_words` returned for these columns.
    """
    return reduce(and_, (
        reduce(or_, (_occurs(word, each) & _is_indexed(word, each) if word in rare else _occurs(word, each)
                     for each in key_columns))
        for word in folded(words).split()))


def takes_sample(word: str) -> bool:
    """Whether `contains` asks another index for the folded word if it is rare: it has no three letters together.

    A Latin letter alone is in no index.
    """
    return not _THREE.search(word) and not _LETTER.fullmatch(word)


def _occurs(word: str, column: Any) -> Any:
    if _THREE.search(word):
        return column.like("%" + _WILDCARD.sub(r"\\\1", word) + "%")
    # With LIKE the planner may take a trigram index, which then is read as a whole and every row with it.
    return fn.STRPOS(column, word) > 0


def _is_indexed(word: str, column: Any) -> Any:
    """Return what else holds of a column in which this rare word occurs, in parts that all have an index.

    The index of trigrams says nothing of two letters, but of three: the pair and whatever letter, space or end of the
    text follows it. What has other characters, or is followed by one, is in the index of short parts.
    """
    parts = Value(_short_parts(word), unpack=False)
    # Either says the other. Together the planner takes them for rare, one alone for true of every two hundredth row.
    has_parts = Expression(fn.SHORT_PARTS(column), "@>", parts) & Expression(fn.SHORT_PARTS(column), "&&", parts)
    if not _PAIR.fullmatch(word):
        return has_parts
    return (column.regexp(f"{word}[0-9{LETTERS}]") | column.like(f"%{word} %") | column.like(f"%{word}") | has_parts)


def _short_parts(word: str) -> list[str]:
    """Return which of the parts that an index has of every text with this word are the rarest."""
    pairs = [word[place:place + 2] for place in range(len(word) - 1)]
    return [pair for pair in pairs if _OTHER.search(pair)] or [word]
