"""Finds short words that are so rare in a firm's records that an index is quicker than reading all records.

Where one of 25 texts has a word, reading the latest ones soon finds as many as are counted.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from peewee import Select, fn

from .db import db
from .statements import CompiledQuery, Parameter
from .tenancy import FirmScope, StatementScope
from .text_search import folded_query, takes_sample

_SAMPLE, _OFTEN = 1_000, 40


def rare_words(scope: FirmScope, words: str, *sources: tuple[Any, Sequence[Any]]) -> list[frozenset[str]]:
    """Return for each source, a model and its folded columns, the words of one or two characters that few of it have.

    The firm's latest updated records are looked at. A firm that has no more of them has none that are rare; nor have
    users who see only matters assigned to them.
    """
    short = sorted({word for word in folded_query(words).split() if takes_sample(word)})
    if not short or scope.assignee:
        return [frozenset() for _ in sources]
    names = [_word(place) for place in range(len(short))]
    statement = _sampling(len(short), tuple((model, tuple(columns)) for model, columns in sources))
    [found] = statement.rows(firm_id=scope.firm_id, sample=_SAMPLE, **dict(zip(names, short, strict=True)))
    return [frozenset(word for word, name in zip(short, names, strict=True)
                      if found[f"looked_at_{place}"] == _SAMPLE and found[f"{name}_{place}"] < _OFTEN)
            for place in range(len(sources))]


@lru_cache(100)
def _sampling(count: int, sources: tuple[tuple[Any, tuple[Any, ...]], ...]) -> CompiledQuery:
    """Compile the statement that counts how often each of `count` words occurs in a sample of each source."""
    samples = [_sample(count, *source).alias(f"sample_{place}") for place, source in enumerate(sources)]
    return CompiledQuery(Select(samples, [
        getattr(sample.c, name).alias(f"{name}_{place}") for place, sample in enumerate(samples)
        for name in ("looked_at", *map(_word, range(count)))]).bind(db))


def _sample(count: int, model: Any, columns: Sequence[Any]) -> Any:
    latest = model.of(StatementScope(), *columns).order_by(model.updated_at.desc(), model.id.desc())
    latest = latest.limit(Parameter("sample")).alias("latest")
    text = fn.CONCAT_WS(" ", *(getattr(latest.c, column.name) for column in columns))
    return Select([latest], [fn.COUNT(1).alias("looked_at"), *(
        fn.COUNT(1).filter(fn.STRPOS(text, Parameter(_word(place))) > 0).alias(_word(place))
        for place in range(count))])


def _word(place: int) -> str:
    return f"word_{place}"
