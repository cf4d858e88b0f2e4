"""The rows that a page shows of a large file."""

from collections import Counter
from hashlib import blake2b

from .reading import write
from .states import SHOWN, SHOWN_BYTES

_MOST_PROBLEMS = 10


class ShownRows:
    """The first of the rows that are `ready` and of those to correct, `wrong`, with their numbers of all.

    `rest` is the text of the wrong ones that are shown, or what was typed instead. `problems` are those of several
    rows, each (sentence, values, name, number of rows), the most frequent first.
    """

    def __init__(self, content, rest=None):
        ready = [row for row in content.rows if not row.wrong]
        wrong = [row for row in content.rows if row.wrong]
        self.ready_count, self.wrong_count = len(ready), len(wrong)
        self.ready, self.wrong = ready[:SHOWN], _fitting(wrong[:SHOWN])
        self.rest = write(self.wrong) if rest is None else rest
        counts = Counter(problem_name(*problem) for row in wrong for problem in row.wrong)
        by_name = {problem_name(*problem): problem for row in wrong for problem in row.wrong}
        self.problems = [(*by_name[name], name, count) for name, count in counts.most_common(_MOST_PROBLEMS)
                         if count > 1]


def problem_name(sentence, values):
    """Return what a form calls a problem of rows: a digest of its English sentence, which no person typed."""
    return blake2b(sentence.format(**values).encode(), digest_size=8).hexdigest()


def _fitting(rows):
    """Return the first of the rows, as many as a form can send back as text; at least one."""
    while len(rows) > 1 and len(write(rows).encode()) > SHOWN_BYTES:
        rows = rows[:len(rows) // 2]
    return rows
