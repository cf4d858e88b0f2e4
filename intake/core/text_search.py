"""Case-insensitive text search that behaves the same on every Postgres, independent of its locale.

A searchable text is stored a second time, folded, in a column named `…_key`; search terms are folded alike.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import partial, reduce
from itertools import chain
from operator import and_, or_
from typing import Any

from peewee import SQL, Value, fn

_WILDCARD = re.compile(r"([%_\\])")
_ESCAPED = r"\\\1"
_APOSTROPHE = re.compile("['’‘ʼʻ´`′]")
_ODD_APOSTROPHE = re.compile("[‘ʼʻ´`′]")
_INNER_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")
_UNDIVIDED = str.maketrans({
    "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "ø": "o", "Ø": "O", "ħ": "h", "Ħ": "H", "ŧ": "t",
    "Ŧ": "T", "ı": "i", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "TH"})
"""Letters that Unicode does not divide into a plain one and its accent."""
_ACCENTED = re.compile(
    "[\u00aa\u00b2\u00b3\u00b9\u00ba\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff\u2070-\u209c\u2100-\u214f\uff01-\uff5e]")
"""Latin letters beyond ASCII, accents that stand beside theirs, and signs that stand for letters, such as № and ™."""
_composed = partial(unicodedata.normalize, "NFC")
_LONGEST_ORDER = 300
_LONGEST_KEY = 2600
"""The bytes of a title's key that fit a cursor."""


def folded(text: str) -> str:
    """Return the text in the form that is compared: composed, lower case in every script, single spaces."""
    return " ".join(unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold()).split())


def folded_query(text: str) -> str:
    """Return the folded words to search for, each once. An odd apostrophe becomes that which every key has instead."""
    words = (_APOSTROPHE.sub("'", word) if _ODD_APOSTROPHE.search(word) else word for word in folded(text).split())
    return " ".join(dict.fromkeys(words))


def spellings_to_search(word: str) -> list[str]:
    """Return the folded word, and how a text may spell it that has none of its accents, Latin ones, and apostrophes."""
    plain = _ACCENTED.sub(lambda found: _in_plain_letters(found[0]), _APOSTROPHE.sub("'", word))
    return [each for each in dict.fromkeys((word, plain, _INNER_APOSTROPHE.sub("", plain))) if each]


def without_accents(text: str) -> str:
    """Return the text with plain letters instead of accented ones, and of signs that stand for letters: № is No.

    Accents that stand alone, as in ¨Casa¨, leave nothing: normalized they are spaces, which divide the parts of keys.
    """
    return "".join(part for each in text for part in unicodedata.normalize("NFKD", each)
                   if not unicodedata.combining(part) and (part != " " or each.isspace())).translate(_UNDIVIDED)


def _in_plain_letters(text: str) -> str:
    return without_accents(text).casefold()  # of a folded text, too: № is one, and No is not


_PLAIN = {each: plain for each in map(chr, range(0xC0, 0x180))
          if len(plain := _in_plain_letters(folded(each))) == 1 and plain != each} | dict.fromkeys("’‘ʼʻ´`′", "'")
"""Letters with accents of most languages that are written with Latin ones, and those without; capitals as well.

And the apostrophes, which are alike.
"""


def folded_names(text: str) -> str:
    """Return the words of names as they are searched: folded, each once, also as others may spell them.

    Folding a result again changes nothing.
    """
    names = folded(text).split()
    return " ".join(dict.fromkeys([*names, *chain.from_iterable(map(_other_spellings, names))]))


def _other_spellings(word: str) -> list[str]:
    """Return the folded word without its accents, and with either apostrophe and without any.

    Somebody who has only heard a name does not know its accents, and phones write O’Brien where others type O'Brien.
    """
    spelled = [word, _in_plain_letters(_APOSTROPHE.sub("'", word))]
    if _APOSTROPHE.search(word):
        spelled += [_APOSTROPHE.sub(each, one) for one in spelled for each in ("'", "’", "")]
    return [each for each in dict.fromkeys(spelled) if each not in ("", word)]


def name_order(last_name: str, first_name: str = "") -> str:
    """Return the key by which people are listed: by last name, then by first name; accents and apostrophes are alike.

    Two spaces stand between the names, which come before every other letter: Silva is before Silva Santos. It is no
    longer than fits into a cursor: some letters become eighteen.
    """
    return _in_plain_letters(_APOSTROPHE.sub("'", f"{folded(last_name)}  {folded(first_name)}"))[:_LONGEST_ORDER]


def searchable(text: str) -> str:
    """Return a title as it is searched and listed: folded; if it has accents or odd apostrophes, without them before.

    Further spellings of its words follow after two spaces. `as_folded` tells the folded title from it, so that of two
    titles with one key each is the other one. Three spaces stand before it: Álvarez is before Álvarez Santos.
    """
    key = folded(text)
    room = _LONGEST_KEY - len(key.encode())
    plain = _cut(" ".join(_composed(_in_plain_letters(_APOSTROPHE.sub("'", key))).split()), room) or key
    known = {*plain.split(), *key.split()}
    others = dict.fromkeys(each for word in key.split() for each in map(_composed, _other_spellings(word)))
    first = key if plain == key else f"{plain}   {key}"
    further = _cut(" ".join(each for each in others if each not in known), room - len(plain.encode()))
    return "  ".join(filter(None, (first, further)))


def _cut(text: str, size: int) -> str:
    return text.encode()[:max(size, 0)].decode(errors="ignore").rstrip()


def as_folded(key: str) -> str:
    """Return the folded title of a `searchable` one, also as it was stored before, with what has accents at the end."""
    return key.rpartition("   ")[2].partition("  ")[0]


def is_called(text: str, column: Any) -> Any:
    """Return the condition for `searchable` columns of this title, also as they were stored before: folded alone."""
    return column.in_(sorted({folded(text), searchable(text)}))


def begins_with(text: str, column: Any) -> Any:
    """Return the condition for `searchable` columns of titles that begin with this text."""
    return column.startswith(folded(text)) | column.startswith(searchable(text).partition("   ")[0])


def in_name_order(column: Any) -> Any:
    """Return the expression by which a short list is sorted by names that have no key, and accents do not matter."""
    return fn.LOWER(fn.TRANSLATE(column, *map("".join, zip(*_PLAIN.items(), strict=True))))


def contains(words: str, *key_columns: Any) -> Any:
    """Return the condition that every word occurs in one of the folded columns; `%` and `_` are plain characters."""
    return all_occur(search_patterns(words), *key_columns)


def search_patterns(words: str) -> list[str | tuple[str, ...]]:
    """Return the pattern of LIKE of each word, that a text with all of the words matches, or several, any of which."""
    found = (tuple(map(pattern_of, spellings_to_search(word))) for word in folded_query(words).split())
    return [patterns if patterns[1:] else patterns[0] for patterns in found]


def pattern_of(text: str) -> str:
    """Return the pattern of LIKE that a text with this one inside matches."""
    return f"%{_WILDCARD.sub(_ESCAPED, text)}%"


def all_occur(patterns: Sequence[Any], *key_columns: Any) -> Any:
    """Return the condition that each of the `search_patterns` matches one of the folded columns.

    As a value it is taken for true of half of the rows. Postgres takes words for rarer than they are, and would read a
    whole table and sort the matches where walking an index in their order soon finds enough.
    """
    return fn.COALESCE(reduce(and_, (_occurs(pattern, key_columns) for pattern in patterns)), SQL("false"))


def _occurs(pattern: str | tuple[str, ...], key_columns: Sequence[Any]) -> Any:
    """Return the condition that the pattern, or any of several, matches one of the columns."""
    spellings = [pattern] if isinstance(pattern, str) else pattern
    return reduce(or_, (column.like(each) for column in key_columns for each in spellings))


def occur_in(words: str, key: str) -> bool:
    """Whether every word occurs in this folded text."""
    return all(any(each in key for each in spellings_to_search(word)) for word in folded_query(words).split())


def contains_without_key(words: str, column: Any) -> Any:
    """Return the condition that every word occurs in a column that has no key, for few rows: each is folded to compare.

    Accents make no difference; capitals of other than Latin letters may, by the locale of the database.
    """
    plain = _in_plain_letters(_APOSTROPHE.sub("'", folded(words))).split()
    return reduce(and_, (fn.STRPOS(in_name_order(fn.NORMALIZE(column)), word) > 0 for word in plain), Value(True))
