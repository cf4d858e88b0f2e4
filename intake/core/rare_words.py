"""Which short words are so rare in the records of a firm that an index finds them sooner than a look at all.

Where one of 25 texts has a word, a look at the latest ones soon finds as many as are counted.
"""

from collections.abc import Sequence
from typing import Any

from peewee import Select, fn

from .db import db
from .tenancy import FirmScope
from .text_search import folded, takes_sample

_SAMPLE, _OFTEN = 1_000, 40


def rare_words(scope: FirmScope, words: str, *sources: tuple[Any, Sequence[Any]]) -> list[frozenset[str]]:
    """Return for each source, a model and its folded columns, the words of one or two characters that few of it have.

    The firm's latest updated records are looked at. A firm that has no more of them has none that are rare; nor have
    users who see only matters assigned to them.
    """
    short = sorted({word for word in folded(words).split() if takes_sample(word)})
    if not short or scope.assignee:
        return [frozenset() for _ in sources]
    samples = [_sample(scope, short, *source).alias(f"sample_{place}") for place, source in enumerate(sources)]
    values = iter(db.execute(Select(samples, [
        getattr(sample.c, name) for sample in samples for name in ("looked_at", *_names(short))])).fetchone())
    rare = []
    for _ in samples:
        is_large = next(values) == _SAMPLE
        counts = {word: next(values) for word in short}
        rare.append(frozenset(word for word in short if is_large and counts[word] < _OFTEN))
    return rare


def _sample(scope: FirmScope, words: Sequence[str], model: Any, columns: Sequence[Any]) -> Any:
    latest = model.of(scope, *columns).order_by(model.updated_at.desc(), model.id.desc()).limit(_SAMPLE)
    latest = latest.alias("latest")
    text = fn.CONCAT_WS(" ", *(getattr(latest.c, column.name) for column in columns))
    return Select([latest], [fn.COUNT(1).alias("looked_at"), *(
        fn.COUNT(1).filter(fn.STRPOS(text, word) > 0).alias(name)
        for name, word in zip(_names(words), words, strict=True))])


def _names(words: Sequence[str]) -> list[str]:
    return [f"word_{place}" for place in range(len(words))]
