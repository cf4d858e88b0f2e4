"""The keys of a name in the index: two names that may mean the same person share at least one.

A key joins parts of two words of the name, so that it is rare: their sound, their beginning or their end. One slip in
each word leaves at least one key unchanged.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from itertools import combinations

from .given_names import RELATED
from .names import Words, significant

_MOST_PAIRED = 6
_FIRM = {"s", "b"}
"""Every key contains at least one of these forms, sound or beginning. The other two are both ends, and the end."""

_SOUNDS = [(re.compile(pattern), sound) for pattern, sound in (
    (r"^(?:kn|gn|pn)", "n"), (r"^wr", "r"), (r"^h", "a"), (r"shch|tsch|tch|tsh|sch|cz|sz|sh|ch|ts|tz|zh|z|x", "s"),
    (r"kh|gh|h", ""), (r"ph|w|v", "f"), (r"ck|c(?=[eiy])", lambda match: "k" if match[0] == "ck" else "s"),
    (r"[cqg]", "k"), (r"d", "t"), (r"b", "p"), (r"[jy]", "i"))]
_REPEATED = re.compile(r"(.)\1+")
_VOWELS = re.compile(r"[aeiou]+")


@lru_cache(50_000)
def sound(word: str) -> str:
    """Return the consonants of a word by sound, the same for the usual spellings of many languages."""
    if word.isdecimal():
        return word
    for pattern, code in _SOUNDS:
        word = pattern.sub(code, word)
    return _REPEATED.sub(r"\1", ("a" if word[:1] in "aeiou" else "") + _VOWELS.sub("", word))


def stored_keys(name: Words) -> set[str]:
    """Return the keys under which a name of a record is stored."""
    return {key for words in {name.words, name.joined} for key in _keys(significant(words, name.is_company))}


def sought_keys(name: Words) -> set[str]:
    """Return the keys for searching a name: its own, and those of other forms of its first name."""
    return {key for words in {name.words, name.joined} for key in _sought(significant(words, name.is_company))}


def hashed(firm_id: str, key: str) -> int:
    """Return the number under which a firm's key is stored in the database."""
    return int.from_bytes(blake2b(f"{firm_id} {key}".encode(), digest_size=8).digest(), signed=True)


def _keys(words: tuple[str, ...]) -> Iterator[str]:
    yield "letters " + "".join(sorted("".join(words)))
    for word in words:
        yield f"word {word}"
        yield f"sound {sound(word)}"
    if len(words) == 1:
        yield from _shortened(words[0])
    for one, other in combinations(words[:_MOST_PAIRED], 2):
        yield from _pair(one, other)
        if len(one) == 1 or len(other) == 1:
            yield from _initials(one, other, "stored")
        else:
            yield from _initials(one, other, "sought")


def _sought(words: tuple[str, ...]) -> Iterator[str]:
    yield "letters " + "".join(sorted("".join(words)))
    if len(words) == 1:
        yield from (f"word {words[0]}", f"sound {sound(words[0])}", *_shortened(words[0]))
    for one, other in combinations(words[:_MOST_PAIRED], 2):
        yield from _pair(one, other)
        for known, unsure in ((one, other), (other, one)):
            for form in RELATED.get(known, ()):
                yield from (_sorted(sound(form), left, f"s{mark}") for mark, left in _remains(unsure) if mark in _FIRM)
        # A name with an initial is stored under the keys that a search for the full name uses, and vice versa.
        if len(one) == 1 or len(other) == 1:
            yield from _initials(one, other, "sought")
        else:
            yield from _initials(one, other, "stored")


def _pair(one: str, other: str) -> Iterator[str]:
    for mark, left in _remains(one):
        for other_mark, right in _remains(other):
            if {mark, other_mark} & _FIRM:
                yield _sorted(left, right, mark + other_mark)


def _remains(word: str) -> tuple[tuple[str, str], ...]:
    return ("s", sound(word)), ("b", word[:3 if len(word) > 3 else 2]), ("m", word[:1] + word[-2:]), ("e", word[-3:])


def _sorted(left: str, right: str, marks: str) -> str:
    """Return the key of two reduced words, the same in either order."""
    (one_mark, one), (other_mark, other) = sorted(zip(marks, (left, right), strict=True), key=lambda pair: pair[::-1])
    return f"{one_mark}{other_mark} {one} {other}"


def _initials(one: str, other: str, side: str) -> Iterator[str]:
    if len(one) == 1 or side == "sought" or len(other) > 1:
        yield f"{side} {one[0]} {sound(other)}"
    if len(other) == 1 or side == "sought" or len(one) > 1:
        yield f"{side} {other[0]} {sound(one)}"


def _shortened(word: str) -> Iterator[str]:
    """Yield a word with each of its letters left out in turn: two words that differ in one letter share a result."""
    word = word[:24]
    yield f"short {word}"
    for index in range(len(word)):
        yield f"short {word[:index]}{word[index + 1:]}"
