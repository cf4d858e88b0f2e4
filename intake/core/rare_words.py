"""Finds records by words that are rare in a firm, through an index of the parts of words.

Where more texts have all of the words, reading the latest ones soon finds as many as are counted or shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Self

from peewee import SQL, Case, Cast, Expression, Select, fn

from .db import db
from .paging import match_count, total_of
from .statements import CompiledQuery, Parameter, parameters, value_of
from .tenancy import FirmScope, StatementScope
from .text_search import all_occur, folded_query, pattern_of, search_patterns, spellings_to_search

_SAMPLE, _TO_FIND, _TO_COUNT = 500, 8, 30
"""How many of the latest records are read, and of how many the index is no longer quicker: of matches to find all of a
firm's in order, and of records that the parts lead to, to count up to the limit, which stops at any of them.
"""
_ENTRIES = 10
"""How many entries of a short word in the index are read in the time that a record takes which they rule out."""
_SOON_COUNTED = 5
"""With more matches, counting stops before it has seen all records that the parts lead to in a firm of a million."""
_FIRM, _PART = 8, 3
"""The characters of the firm's id with which parts begin in the index, and those of the longest part of a word."""

_SAMPLE_SIZE, _TOO_MANY, _TOO_MANY_LED_TO = Parameter("sample"), Parameter("often"), Parameter("led_to")


@dataclass(frozen=True)
class Sought:
    """Words that are searched for: their patterns and parts, or the parameters of a statement for these.

    The parts of the `longer` words lead to records, and of the shorter ones those that `is_rare` finds worth it.
    """

    patterns: tuple[Any, ...]
    longer: tuple[Any, ...]
    parts: Any
    shorter: tuple[tuple[Any, Any], ...]

    @classmethod
    def of(cls, scope: FirmScope, words: str, by_parts: bool = False) -> Self:
        """Return the patterns and parts of these words for the records of the firm.

        With `by_parts`, those of the longer words are patterns of their parts: of long texts, many have the parts of a
        word that few have.
        """
        sought, patterns = folded_query(words).split(), tuple(search_patterns(words))
        parts = [_parts_of_word(scope.firm_id[-_FIRM:], word) for word in sought]
        leading = _longer(sought, _PART)
        longer = [pattern_of(part) for place in leading for part in _divided(spellings_to_search(sought[place])[-1])
                  ] if by_parts else [patterns[place] for place in leading]
        return cls(patterns, tuple(longer), " & ".join(parts[place] for place in leading),
                   tuple((patterns[place], parts[place]) for place in range(len(sought)) if place not in leading))

    def as_parameters(self, name: str) -> tuple["Sought", dict[str, Any]]:
        """Return the same with a `Parameter` for each pattern and all parts, and the values by their names."""
        patterns, values = parameters(self.patterns, name)
        others = tuple(pattern for pattern in self.longer if pattern not in self.patterns)
        parts_of_longer, further = parameters(others, f"{name}_longer")
        named = dict(zip((*self.patterns, *others), (*patterns, *parts_of_longer), strict=True))
        values |= further
        shorter = tuple((named[pattern], Parameter(f"{name}_parts_{place}"))
                        for place, (pattern, _) in enumerate(self.shorter))
        parts = Parameter(f"{name}_parts")
        values |= {parts: self.parts} | {each: given for (_, each), (_, given) in zip(
            shorter, self.shorter, strict=True)}
        return Sought(patterns, tuple(named[pattern] for pattern in self.longer), parts, shorter), values

    def leading(self, sample: Any) -> Any:
        """Return the parts that lead to records, after a query for the sample of `is_rare`."""
        return value_of(sample, sample.c.parts) if self.shorter else self.parts


def rare_parts(scope: FirmScope, words: str, model: Any, columns: Sequence[Any]) -> str | None:
    """Return the parts to find words by if they are rare in these folded columns of the model, else None.

    The firm's latest updated records show it. A firm that has no more of them has no rare words; nor have users who
    see only matters assigned to them.
    """
    sought, values = Sought.of(scope, words).as_parameters("word")
    if not sought.patterns or scope.assignee:
        return None
    [found] = _rarity(sought, model, tuple(columns)).rows(firm_id=scope.firm_id, **sampling(), **values)
    return found["parts"] if found["is_rare"] else None


def count_rare(scope: FirmScope, words: str, matching: Any, columns: Sequence[Any],
               indexed: Sequence[Any], shown: int) -> tuple[str | None, int, bool]:
    """Return the parts of words in these columns, the total of the query's rows, and if that is a lower bound.

    `indexed` are the columns of the index. It is one statement, which counts in the quicker way. The parts are None if
    reading the rows in order comes to the end of a page sooner, before which so many are `shown`.
    """
    if scope.assignee:
        return None, *total_of(match_count(matching).scalar())
    records = matching.model.of(scope, *columns)
    sample = is_rare(records, Sought.of(scope, words), **sampling(to_count=True)).alias("sample")
    found = match_count(matching.where(has_parts(matching.model, indexed, sample.c.parts)))
    number = Case(None, [(sample.c.is_rare, found)], match_count(matching))
    [(rare, parts, matches, number)] = Select([sample], [
        sample.c.is_rare, sample.c.parts, sample.c.matches, number]).bind(db).tuples()
    is_led = rare and number * matches <= shown * _SAMPLE
    return parts if is_led else None, *total_of(number)


def is_rare(records: Any, sought: Sought, sample: Any = _SAMPLE_SIZE, often: Any = _TOO_MANY,
            led_to: Any = _TOO_MANY_LED_TO) -> Any:
    """Return a query for whether the parts of the words lead to few of the latest records, as the column `is_rare`.

    And how many have the words, as `matches`, and those `parts`: of the longer words, of the shorter ones that few
    have, and of the one that rules out most records, if that is worth it. `records` is a query for the columns that are
    searched. The numbers are those of `sampling`; in a `CompiledQuery` they are parameters.
    """
    model = records.model
    latest = records.order_by(model.updated_at.desc(), model.id.desc()).limit(sample).alias("latest")
    columns = [getattr(latest.c, column.name) for column in records.selected_columns]
    number = fn.COUNT(SQL("*"))

    def matches(*patterns: Any) -> Any:
        return number.filter(all_occur(patterns, *columns))

    found, longer = matches(*sought.patterns), matches(*sought.longer)
    left = [matches(*sought.longer, pattern) for pattern, _ in sought.shorter]
    # What a short word spares, less what it costs, in entries of the index: the more have all words, the sooner
    # counting stops.
    gains = [(longer - each) * _ENTRIES * _SOON_COUNTED - matches(pattern) * fn.GREATEST(found, _SOON_COUNTED)
             for each, (pattern, _) in zip(left, sought.shorter, strict=True)]
    leads = [(matches(pattern) < led_to) | (gain == fn.GREATEST(1, *gains))
             for gain, (pattern, _) in zip(gains, sought.shorter, strict=True)]
    number_led_to = fn.LEAST(longer, *(Case(None, [pair]) for pair in zip(leads, left, strict=True)))
    further = [Case(None, [(each, fn.CONCAT(SQL("' & '"), Cast(parts, "text")))])
               for each, (_, parts) in zip(leads, sought.shorter, strict=True)]
    return Select([latest], [
        ((number == sample) & (found < often) & (number_led_to < led_to)).alias("is_rare"),
        found.alias("matches"), fn.CONCAT(Cast(sought.parts, "text"), *further).alias("parts")])


def sampling(to_count: bool = False) -> dict[str, int]:
    """Return the values of the parameters of `is_rare`: whether it is about counting, or about finding all records."""
    return {"sample": _SAMPLE, "often": _TO_COUNT if to_count else _TO_FIND, "led_to": _TO_COUNT}


def has_parts(model: Any, columns: Sequence[Any], parts: Any) -> Any:
    """Return the condition by which an index finds records that may have the words of these `parts_of`.

    The texts have to be compared as well: these may have the parts in another order, or in several columns.
    """
    return Expression(fn.WORD_PARTS(model.firm_id, *columns), "@@", Cast(parts, "tsquery"))


def led_by_parts(model: Any, scope: FirmScope | StatementScope, columns: Sequence[Any], parts: Any,
                 *others: Expression) -> Any:
    """Return a query for all records of the firm that have these `parts_of`, or meet one of the other conditions.

    Not knowing how rare the parts are, Postgres would read the whole index of the firm's records beside theirs, or
    instead and make the parts of each.
    """
    own = fn.COALESCE(model.firm_id, model.firm_id) == scope.firm_id  # which no index begins with
    found = model.select().where(own, reduce(or_, others, has_parts(model, columns, parts)))
    return found if model.is_shown is None else found.where(model.is_shown)


def parts_of(scope: FirmScope, words: str, shortest: int = _PART) -> str:
    """Return the parts that every record of the firm with these words has in the index.

    Words with fewer characters than the `shortest` are left out if there are others. Of such words the index has the
    beginnings of parts; those that nearly every text has (`of`, `7`) cost more than they exclude beside a rare word.
    """
    return " & ".join(_parts_of_each(scope, words, shortest))


def parts_of_any(scope: FirmScope, words: str, shortest: int = _PART) -> str:
    """Return the parts of which a record of the firm has those of a word if it has any word of those in `parts_of`."""
    return " | ".join(f"({parts})" for parts in _parts_of_each(scope, words, shortest))


def _parts_of_each(scope: FirmScope, words: str, shortest: int) -> list[str]:
    sought = folded_query(words).split()
    return [_parts_of_word(scope.firm_id[-_FIRM:], sought[place]) for place in _longer(sought, shortest)]


def _longer(words: Sequence[str], shortest: int) -> list[int]:
    """Return the places of the words with so many characters; of the longest ones if none has."""
    least = min(shortest, max(map(len, words), default=0))
    return [place for place, word in enumerate(words) if len(word) >= least]


def _parts_of_word(firm: str, word: str) -> str:
    spellings = [" & ".join(_parts(firm, each)) for each in spellings_to_search(word)]
    return f"({' | '.join(spellings)})" if spellings[1:] else spellings[0]


def _parts(firm: str, word: str) -> list[str]:
    if len(word) < _PART:
        return [f"{_quoted(firm + word)}:*"]
    return [_quoted(firm + part) for part in _divided(word)]


def _divided(word: str) -> list[str]:
    """Return the parts of a word that lead to it; a short one itself."""
    last = max(len(word) - _PART, 0)
    # Those between would exclude few texts more, and of a frequent word all have to be read as well.
    return [word[place:place + _PART] for place in (*range(0, last, _PART), last)]


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


@lru_cache(100)
def _rarity(sought: Sought, model: Any, columns: tuple[Any, ...]) -> CompiledQuery:
    """Compile the statement that answers whether words are rare."""
    return CompiledQuery(is_rare(model.of(StatementScope(), *columns), sought).bind(db), walks=True)
