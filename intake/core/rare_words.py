"""Finds records by words that are rare in a firm, through an index of the parts of words.

Where more texts have all of the words, reading the latest ones soon finds as many as are counted or shown.
"""

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from peewee import SQL, Case, Cast, Expression, Select, fn

from .db import db
from .paging import match_count, total_of
from .statements import CompiledQuery, Parameter, parameters
from .tenancy import FirmScope, StatementScope
from .text_search import all_occur, folded_query, search_patterns, spellings_to_search

_SAMPLE, _TO_FIND, _TO_COUNT = 500, 8, 25
"""How many of the latest records are read, and with how many matches the index is no longer quicker: to find all of a
firm's records with the words in order, and to count up to the limit, which stops at any of them.
"""
_FIRM, _PART = 8, 3
"""The characters of the firm's id with which parts begin in the index, and those of the longest part of a word."""

_SAMPLE_SIZE, _TOO_MANY = Parameter("sample"), Parameter("often")


def rare_parts(scope: FirmScope, words: str, model: Any, columns: Sequence[Any]) -> str | None:
    """Return the parts to find words by if they are rare in these folded columns of the model, else None.

    The firm's latest updated records show it. A firm that has no more of them has no rare words; nor have users who
    see only matters assigned to them.
    """
    patterns, values = parameters(search_patterns(words), "pattern")
    if not patterns or scope.assignee:
        return None
    statement = _rarity(patterns, model, tuple(columns))
    return parts_of(scope, words) if statement.value(firm_id=scope.firm_id, **sampling(), **values) else None


def count_rare(scope: FirmScope, words: str, matching: Any, columns: Sequence[Any],
               indexed: Sequence[Any]) -> tuple[str | None, int, bool]:
    """Return the `rare_parts` of words in these columns, the total of the query's rows, and if that is a lower bound.

    `indexed` are the columns of the index. It is one statement, which counts in the quicker way.
    """
    if scope.assignee:
        return None, *total_of(match_count(matching).scalar())
    parts = parts_of(scope, words)
    records = matching.model.of(scope, *columns)
    sample = is_rare(records, search_patterns(words), **sampling()).alias("sample")
    found = match_count(matching.where(has_parts(matching.model, indexed, parts)))
    matches = Case(None, [(sample.c.is_rare, found)], match_count(matching))
    [(rare, number)] = Select([sample], [sample.c.is_rare, matches]).bind(db).tuples()
    return parts if rare else None, *total_of(number)


def is_rare(records: Any, patterns: Sequence[Any], sample: Any = _SAMPLE_SIZE, often: Any = _TOO_MANY) -> Any:
    """Return a query for whether few of the latest of the firm's records match the patterns, as the column `is_rare`.

    `records` is a query for the columns that are searched. The numbers are those of `sampling`; in a
    `CompiledQuery` they are parameters.
    """
    model = records.model
    latest = records.order_by(model.updated_at.desc(), model.id.desc()).limit(sample).alias("latest")
    found = all_occur(patterns, *(getattr(latest.c, column.name) for column in records.selected_columns))
    number = fn.COUNT(SQL("*"))
    return Select([latest], [((number == sample) & (number.filter(found) < often)).alias("is_rare")])


def sampling(to_count: bool = False) -> dict[str, int]:
    """Return the values of the parameters of `is_rare`: whether it is about counting, or about finding all records."""
    return {"sample": _SAMPLE, "often": _TO_COUNT if to_count else _TO_FIND}


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
    return model.select().where(own, reduce(or_, others, has_parts(model, columns, parts)))


def parts_of(scope: FirmScope, words: str) -> str:
    """Return the parts that every record of the firm with these words has in the index."""
    return " & ".join(_parts_of_each(scope, words))


def parts_of_any(scope: FirmScope, words: str) -> str:
    """Return the parts of which a record of the firm has those of a word if it has any word of those in `parts_of`."""
    return " | ".join(f"({parts})" for parts in _parts_of_each(scope, words))


def _parts_of_each(scope: FirmScope, words: str) -> list[str]:
    sought = folded_query(words).split()
    longer = [word for word in sought if len(word) > 1]  # beside these, single characters cost more than they exclude
    return [_parts_of_word(scope.firm_id[-_FIRM:], word) for word in longer or sought]


def _parts_of_word(firm: str, word: str) -> str:
    spellings = [" & ".join(_parts(firm, each)) for each in spellings_to_search(word)]
    return f"({' | '.join(spellings)})" if spellings[1:] else spellings[0]


def _parts(firm: str, word: str) -> list[str]:
    if len(word) < _PART:
        # The planner takes the beginning of parts for one of 250 records, and twice the same for rare.
        return [f"{_quoted(firm + word)}:*"] * 2
    last = len(word) - _PART
    # Those between would exclude few texts more, and of a frequent word all have to be read as well.
    return [_quoted(firm + word[place:place + _PART]) for place in (*range(0, last, _PART), last)]


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


@lru_cache(100)
def _rarity(patterns: tuple[Parameter, ...], model: Any, columns: tuple[Any, ...]) -> CompiledQuery:
    """Compile the statement that answers whether words are rare."""
    return CompiledQuery(is_rare(model.of(StatementScope(), *columns), patterns).bind(db), walks=True)
