"""A date that is typed in three fields, such as `q.born.month`, `q.born.day` and `q.born.year`.

The month may be typed as a number or as a name in any of our languages. A whole date in the first field, as people
paste it, is divided among the three.
"""

import calendar
import datetime
import re

from babel.dates import get_month_names

from intake.core.languages import LANGUAGES
from intake.core.plain_text import as_keyed
from intake.core.text_search import folded, without_accents

from .question_type import InvalidAnswer, sent_text

PARTS = ("month", "day", "year")
FIRST_YEAR, LAST_YEAR = 1900, 2199

_UNREADABLE = {
    ("month",): "Please enter the month as a number from 1 to 12, or by its name, such as March.",
    ("day",): "Please enter the day as a number from 1 to 31.",
    ("year",): "Please enter the year with all four digits, such as 1980.",
    ("month", "day"): "Please enter the month and the day, such as 3 and 15.",
    ("month", "year"): "Please enter the month, and the year with all four digits.",
    ("day", "year"): "Please enter the day, and the year with all four digits.",
    PARTS: "Please enter the month, the day, and the year with all four digits.",
}
"""The problem by the parts that are missing, or are no numbers of a date."""
_NO_CENTURY = "Please enter a year from 1900 to 2199."
_LAST_DAYS = {
    28: "February has only 28 days in that year. Please correct the day.",
    29: "February has only 29 days in that year. Please correct the day.",
    30: "That month has only 30 days. Please correct the day.",
}

_MONTH, _YEAR = re.compile("[0-9]{1,2}"), re.compile("[0-9]{4}")
_DAY = re.compile("([0-9]{1,2})(?:st|nd|rd|th|ro|[º°])?")
_SHORTEST_NAME = 3
_OTHER_NAMES = {"setiembre": 9}  # the spelling of Peru and Uruguay
_TOGETHER = re.compile("([0-9]{2})([0-9]{2})([0-9]{4})")
_BETWEEN = re.compile(r"[\s/.,–-]+")
_FILLERS = ("", "de", "del", "of")
_LONGEST = 60
"""Characters of a whole date, written in words."""


def read_date(texts):
    """Return the date that is typed in the three parts. Raises `InvalidAnswer`, which names the wrong ones."""
    texts = {part: as_keyed(text) for part, text in texts.items()}
    month, day = _month_in(texts["month"]), _number_in(_DAY.fullmatch(folded(texts["day"])), 31)
    year = _number_in(_YEAR.fullmatch(texts["year"].strip()), 9999)
    wrong = tuple(part for part, found in zip(PARTS, (month, day, year), strict=True) if not found)
    if wrong:
        raise InvalidAnswer(_UNREADABLE[wrong], wrong)
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise InvalidAnswer(_NO_CENTURY, ("year",))
    last = calendar.monthrange(year, month)[1]
    if day > last:
        raise InvalidAnswer(_LAST_DAYS[last], ("day",))
    return datetime.date(year, month, day)


def parts_sent(name, fields):
    """Return the three parts as they were typed; None if the page sent none of them.

    A browser sends them in the order of the page, which is the order of the parts of a whole date in the first one.
    """
    names = {f"{name}.{part}": part for part in PARTS}
    order = [names[each] for each in fields if each in names]
    if not order:
        return None
    texts = dict.fromkeys(PARTS, "") | {part: sent_text(fields[f"{name}.{part}"]) for part in order}
    if len(order) == len(PARTS) and not any(texts[part].strip() for part in order[1:]):
        texts |= _divided(as_keyed(texts[order[0]]), order)
    return texts


def _divided(text, order):
    """Return the parts of a whole date, {} if the text is none."""
    if len(text) > _LONGEST:
        return {}
    together = _TOGETHER.fullmatch(text.strip()) if order[-1] == "year" else None
    words = together.groups() if together else [
        word for word in _BETWEEN.split(text) if folded(word) not in _FILLERS]
    if len(words) != len(PARTS):
        return {}
    if _YEAR.fullmatch(words[0]):
        order = ("year", "month", "day")
    elif words[0].isalpha():
        order = ("month", "day", "year")
    elif words[1].isalpha():
        order = ("day", "month", "year")
    return dict(zip(order, words, strict=True))


def _number_in(found, most):
    """Return the matched number if it is from 1 to `most`, else None."""
    number = int(found[found.lastindex or 0]) if found else 0
    return number if 1 <= number <= most else None


def _month_in(text):
    """Return the number of the month, None if the text is neither a month's number nor the beginning of its name."""
    if number := _MONTH.fullmatch(text.strip()):
        return _number_in(number, 12)
    begun = without_accents(folded(text)).rstrip(".")
    if len(begun) < _SHORTEST_NAME:
        return None
    for language in LANGUAGES:
        found = {number for context in ("format", "stand-alone")
                 for number, name in get_month_names("wide", context, language).items()
                 if without_accents(folded(name)).startswith(begun)}
        if len(found) == 1:
            return found.pop()
    return next((number for name, number in _OTHER_NAMES.items() if name.startswith(begun)), None)
