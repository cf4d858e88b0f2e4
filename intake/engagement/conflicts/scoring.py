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


class Likeness(NamedTuple):
    """The similarity of two names, and the reasons, in the order of `REASONS`."""

    score: int
    reasons: tuple[str, ...]


NOTHING = Likeness(0, ())


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
    if "".join(one) == "".join(other):
        return Likeness(98, (SPACING,))
    if sorted(one) == sorted(other):
        return Likeness(98, (ORDER,))
    pairs, reasons, abbreviated = [], set(), []
    left, right = list(one), list(other)
    for score, reason, i, j in sorted(_alike(one, other), key=lambda pair: (-pair[0], abs(pair[2] - pair[3]))):
        if left[i] and right[j]:
            left[i] = right[j] = ""
            pairs.append((i, j, score, (weight(one[i], is_company) + weight(other[j], is_company)) / 2))
            reasons.add(reason)
            if reason == INITIAL:
                abbreviated.append(left if len(one[i]) == 1 else right)
    total = sum(weighs for *_, weighs in pairs)
    if not total:
        return NOTHING
    agreed = sum(score * weighs for *_, score, weighs in pairs) / total
    missing, extra = sorted(sum(weight(word, is_company) for word in words if word) for words in (left, right))
    positions = [j for _, j, *_ in sorted(pairs)]
    if positions != sorted(positions):
        reasons.add(ORDER)
        agreed *= _OF_ORDER
    if abbreviated and (reasons & {SOUND, TYPO} or any(len(word) > 1 for words in abbreviated for word in words)):
        agreed *= _OF_INITIAL
    if extra:
        reasons.add(PART)
    score = agreed * total / (total + missing) * _completeness(total, extra, is_company)
    return Likeness(round(100 * score), tuple(reason for reason in REASONS if reason in reasons - {EXACT}))


def _completeness(total: float, extra: float, is_company: bool) -> float:
    """Return the share of the score that remains when words of one name are missing from the other."""
    if not extra:
        return 1.0
    if total >= 1.6:  # as good as two words
        return max(0.84, 1 - 0.06 * extra)
    return max(0.82, 1 - 0.09 * extra) if is_company and total >= 1 else 1 / (1 + extra)


def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> Iterator[tuple[float, str, int, int]]:
    for i, word in enumerate(one):
        for j, counterpart in enumerate(other):
            score, reason = same_word(word, counterpart) if word <= counterpart else same_word(counterpart, word)
            if score >= _LEAST_ALIKE:
                yield score, reason, i, j


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
        return 0.0 if length < 3 else 0.75 if length == 3 else 0.85 if length == 4 else 0.9 if length < 7 else 0.94
    return (0.84 if length < 9 else 0.89) if distance == 2 and length >= 6 else 0.0
