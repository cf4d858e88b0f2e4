"""Estimates how hard a configured secret is to guess, so that placeholders and weak ones are refused at start."""

import math
import re

COMMAND = "python -c 'import secrets; print(secrets.token_urlsafe(48))'"
"""Prints a good secret."""

_WORDS = re.compile(
    "change.?me|change|replace|placeholder|example|default|insecure|development|"
    "production|password|passwort|passwd|secret|random|string|characters|qwertyuiop|asdfghjkl|zxcvbnm|qwerty|qwertz|"
    "letmein|welcome|admin|intake|dummy|test|token|your|here|this|key", re.IGNORECASE)
_BITS_OF_A_LETTER = 2
"""What a character adds to a value of small or capital letters with hardly any digits, which is probably words."""
_LETTERS_FOR_A_DIGIT = 16
_LAGS = (1, 2, 3, 4)


def estimated_bits(value: str) -> float:
    """Return about how many bits somebody has to guess who tries words, runs and repetitions first."""
    rest = _WORDS.sub("", value)
    if not rest or "token_urlsafe" in value:  # the command instead of what it prints
        return 0
    free = sum(not _follows(rest, place) for place in range(len(rest)))
    letters = "".join(filter(str.isalpha, rest))
    digits = sum(map(str.isdigit, rest))
    is_prose = digits * _LETTERS_FOR_A_DIGIT < len(rest) and (letters.islower() or letters.isupper())
    return free * (_BITS_OF_A_LETTER if is_prose else math.log2(len(set(rest))))


def _follows(text: str, place: int) -> bool:
    """Whether the character continues a run (aaa, abc, 321, a1b2c3) or a repetition of what came before."""
    if place >= 2 and text[place - 2:place + 1] in text[:place]:
        return True
    codes = [ord(character) for character in text]
    return any(abs(codes[place] - codes[place - lag]) <= 1
               and codes[place] - codes[place - lag] == codes[place - lag] - codes[place - 2 * lag]
               for lag in _LAGS if place >= 2 * lag)
