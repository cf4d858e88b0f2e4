"""Conflict checks: the time to search one name among a million, and to index a name."""

from io import StringIO
from itertools import islice, product
from statistics import median
from time import perf_counter

from bench.figures import all_at_most
from intake.core import answer_timeout
from intake.core.db import db
from intake.engagement.conflicts.names import parsed
from intake.engagement.conflicts.names_index import rows_of, search
from intake.engagement.conflicts.scoring import same_word
from intake.engagement.conflicts.states import CLIENT, NAME
from intake.engagement.conflicts.terms import SearchTerm, terms_of_text
from tests.engagement.conflicts.name_variants import FIRST, LAST

TITLE = "Conflict checks in a firm of 1,000,000 names"
_LEAST = {"person": 82, "company": 82}
_SOUGHT = ("John Smith", "Maria Garcia", "Jon Smyth", "Bob Jonson", "García López, José", "J. Miller", "Smith",
           "Acme Roofing LLC", "Сергей Кузнецов", "Xiomara Papadopoulos-Quintanilla")


def measure(target):
    firm, total = target.firms.large, 20_000 if target.quick else 1_000_000
    per_name = seed(firm.id, total)
    slowest = [max(_ms(firm, terms_of_text(text)) for _ in range(3)) for text in _SOUGHT]
    middle = [median(_ms(firm, terms_of_text(text)) for _ in range(5)) for text in _SOUGHT]
    return [
        all_at_most(f"search one of {len(_SOUGHT)} names among {total:,}, median each", middle, 200, " ms"),
        all_at_most(f"search one of {len(_SOUGHT)} names among {total:,}, slowest", slowest, None, " ms"),
        all_at_most("make the keys of a name", [per_name], None, " ms"),
    ]


def seed(firm_id, total):
    """Fill the index with this many names and return the time in ms for one name's keys."""
    db.execute_sql("DROP INDEX conflict_names_by_key")
    began = perf_counter()
    lines = StringIO()
    for number, name in enumerate(islice(names(), total)):
        for row in rows_of(firm_id, CLIENT, f"cli_{number:026d}", None, [SearchTerm(name, NAME)]):
            keys = ",".join(map(str, row["keys"]))
            lines.write(f"{firm_id}\t{CLIENT}\t{row['record_id']}\t0\t\\N\t{NAME}\t{name}\tf\t{{{keys}}}\n")
    each = (perf_counter() - began) / total * 1000
    lines.seek(0)
    answer_timeout.SECONDS = 3600.0  # the index takes longer than any statement of Intake
    with db.atomic():
        db.execute_sql("SET LOCAL statement_timeout = 0; SET LOCAL maintenance_work_mem = '512MB'")
        with db.cursor() as cursor:
            cursor.copy_expert("COPY conflict_names FROM STDIN", lines)
        db.execute_sql("CREATE INDEX conflict_names_by_key ON conflict_names USING gin (keys) WITH (fastupdate = off)")
        db.execute_sql("ANALYZE conflict_names")
    return each


def names():
    """Yield names of people: names that are frequent in a census occur often, as in a real list of clients."""
    middle = "ABCDEFGHJKLMNPRSTW"
    for round_, (offset, initial) in enumerate(product(range(len(LAST)), middle)):
        for place, first in enumerate(FIRST):
            # Every first name is combined with every last name, the frequent ones at the head of both lists more often.
            last = LAST[(place * 7 + offset + round_) % len(LAST)]
            if round_ % 3 == 0:
                last = LAST[(place + round_) % 20]
            yield f"{first} {initial} {last}" if round_ % 2 else f"{first} {last}"


def _ms(firm, sought):
    """Return the time of a search without the caches of earlier ones."""
    parsed.cache_clear()
    same_word.cache_clear()
    began = perf_counter()
    search(firm, sought, _LEAST)
    return (perf_counter() - began) * 1000
