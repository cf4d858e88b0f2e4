"""Scores how similar two names are, from 0 to 100, and says why."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from jellyfish import damerau_levenshtein_distance, metaphone

from .given_names import RELATED
from .keys import sound
from .names import PARTICLES, Words, weight

EXACT, NORMALISED, ORDER, SPACING = "exact", "normalised", "order", "spacing"
NICKNAME, INITIAL, SOUND, TYPO, PART = "nickname", "initial", "sound", "typo", "part"
EMAIL, PHONE, ADDRESS = "email", "phone", "address"
REASONS = (EXACT, NORMALISED, ORDER, SPACING, NICKNAME, INITIAL, SOUND, TYPO, PART, EMAIL, PHONE, ADDRESS)

_LEAST_ALIKE = 0.7
_OF_ORDER, _OF_INITIAL = 0.99, 0.9

_ONE_LETTER_APART = ((3, 0.0), (4, 0.75), (5, 0.85), (7, 0.9))
"""The similarity of words that differ in one letter, if the longer one has fewer letters than this; else 0.94."""


class Likeness(NamedTuple):
    """The similarity of two names, and the reasons, in the order of `REASONS`."""

    score: int
    reasons: tuple[str, ...]


NOTHING = Likeness(0, ())


class _Pair(NamedTuple):
    """A word of one name and its counterpart in the other, by their places, with their similarity."""

    place: int
    other_place: int
    similarity: float
    reason: str


def likeness(sought: Words, found: Words) -> Likeness:
    """Compare two names in each of their forms."""
    is_company = sought.is_company or found.is_company
    best = NOTHING
    for one in dict.fromkeys((sought.words, sought.joined)):
        for other in dict.fromkeys((found.words, found.joined)):
            if one == other:
                return Likeness(100, (EXACT if sought.written == found.written else NORMALISED,))
            best = max(best, _compared(one, other, is_company))
    return best


def _compared(one: tuple[str, ...], other: tuple[str, ...], is_company: bool) -> Likeness:
    """Compare two forms of names word by word, each with its best counterpart."""
    if "".join(one) == "".join(other):
        return Likeness(98, (SPACING,))
    if sorted(one) == sorted(other):
        return Likeness(98, (ORDER,))
    pairs = _paired(one, other)
    weights = [(weight(one[pair.place], is_company) + weight(other[pair.other_place], is_company)) / 2
               for pair in pairs]
    total = sum(weights)
    if not total:
        return NOTHING
    agreed = sum(pair.similarity * weighs for pair, weighs in zip(pairs, weights, strict=True)) / total
    reasons = {pair.reason for pair in pairs}
    if not _are_in_order(pairs):
        reasons.add(ORDER)
        agreed *= _OF_ORDER
    left = _without(one, [pair.place for pair in pairs])
    right = _without(other, [pair.other_place for pair in pairs])
    if _is_initial_doubtful(pairs, one, left, right):
        agreed *= _OF_INITIAL
    missing, extra = sorted(sum(weight(word, is_company) for word in words) for words in (left, right))
    if extra:
        reasons.add(PART)
    score = agreed * total / (total + missing) * _completeness(total, extra, is_company)
    return Likeness(round(100 * score), tuple(reason for reason in REASONS if reason in reasons - {EXACT}))


def _paired(one: tuple[str, ...], other: tuple[str, ...]) -> list[_Pair]:
    """Pair similar words of two names, the most similar and then the nearest first; no word is in two pairs."""
    pairs: list[_Pair] = []
    taken, other_taken = set(), set()
    for pair in sorted(_alike(one, other), key=lambda pair: (-pair.similarity, abs(pair.place - pair.other_place))):
        if pair.place not in taken and pair.other_place not in other_taken:
            taken.add(pair.place)
            other_taken.add(pair.other_place)
            pairs.append(pair)
    return pairs


def _without(words: tuple[str, ...], places: list[int]) -> list[str]:
    return [word for place, word in enumerate(words) if place not in places]


def _are_in_order(pairs: list[_Pair]) -> bool:
    places = [pair.other_place for pair in sorted(pairs)]
    return places == sorted(places)


def _is_initial_doubtful(pairs: list[_Pair], one: tuple[str, ...], left: list[str], right: list[str]) -> bool:
    """Whether an initial may be another name's: another word is unlike, or the name with the initial has more words.

    `left` and `right` are the words without a counterpart.
    """
    initials = [pair for pair in pairs if pair.reason == INITIAL]
    if initials and any(pair.reason in (SOUND, TYPO) for pair in pairs):
        return True
    without_counterpart = [left if len(one[pair.place]) == 1 else right for pair in initials]
    return any(len(word) > 1 for words in without_counterpart for word in words)


def _completeness(total: float, extra: float, is_company: bool) -> float:
    """Return the share of the score that remains when words of one name are missing from the other."""
    if not extra:
        return 1.0
    if total >= 1.6:  # as good as two words
        return max(0.84, 1 - 0.06 * extra)
    return max(0.82, 1 - 0.09 * extra) if is_company and total >= 1 else 1 / (1 + extra)


def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> Iterator[_Pair]:
    for place, word in enumerate(one):
        for other_place, counterpart in enumerate(other):
            first, second = (word, counterpart) if word <= counterpart else (counterpart, word)
            similarity, reason = same_word(first, second)  # in one order, for its cache
            if similarity >= _LEAST_ALIKE:
                yield _Pair(place, other_place, similarity, reason)


@lru_cache(200_000)
def same_word(one: str, other: str) -> tuple[float, str]:
    """Return the similarity of two words, up to 1, and the reason."""
    if one == other:
        return 1.0, EXACT
    shorter, longer = sorted((one, other), key=len)
    if one in PARTICLES or other in PARTICLES:
        return 0.0, TYPO
    if len(shorter) == 1:
        return (0.85, INITIAL) if longer[0] == shorter else (0.0, INITIAL)
    if other in RELATED.get(one, ()):
        return 0.94, NICKNAME
    if one.isdecimal() or other.isdecimal():
        return 0.0, TYPO
    distance, length = damerau_levenshtein_distance(one, other), len(longer)
    by_sound, by_letters = _by_sound(one, other, distance, length), _by_letters(distance, length)
    if by_sound and by_sound >= by_letters:
        return by_sound, SOUND
    if by_letters:
        return by_letters, TYPO
    if len(shorter) >= 4 and longer.startswith(shorter):
        return 0.82, PART
    return 0.0, TYPO


def _by_sound(one: str, other: str, distance: int, length: int) -> float:
    """Return the similarity of two words that sound alike and differ in this number of letters."""
    code = sound(one)
    if len(code) < 2 or code != sound(other) or distance > max(2, length // 2 + (len(code) > 2)):
        return 0.0
    return 0.94 if metaphone(one) == metaphone(other) else 0.9


def _by_letters(distance: int, length: int) -> float:
    """Return the similarity of two words by the number of differing letters and the length of the longer one."""
    if distance == 1:
        return next((similarity for limit, similarity in _ONE_LETTER_APART if length < limit), 0.94)
    if distance == 2 and length >= 6:
        return 0.84 if length < 9 else 0.89
    return 0.0
