"""The rows of the benches: a firm with 10,000 active matters in a table of 300,000, and a small firm."""

from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import psycopg2

from intake.accounts.access.actions import create_key
from intake.accounts.firms.actions import register
from intake.accounts.permissions.scopes import SCOPES

_FIRMS = 27
_SMALL = 111  # 100 of the small firm's matters are active, and 10,000 of the large one's 11,111

# Words in the titles of a firm's matters: the rare ones are in one title, the common ones in an eighth and a half.
RARE, COMMON, ABSENT = "qzarski", "custody", "zebra"
RARE_PAIR, COMMON_PAIR, ABSENT_PAIR = "qz", "er", "xq"


@dataclass
class Firms:
    """A firm with many matters, one with few, and one whose matters the benches create."""

    large: object
    small: object
    growing: object
    each: int

    @property
    def total(self):
        """The number of matters in the table."""
        return _FIRMS * self.each + _SMALL

    @property
    def active(self):
        """The number of active matters of the large firm."""
        return self.each - self.each // 10

    @property
    def last_page(self):
        """The number of the last page of active matters, which is full."""
        return self.active // 20


def key_of(firm):
    """Create an API key of the firm with all scopes; each key has its own rate limit."""
    return create_key(firm, "bench", SCOPES)[1]


def keys_of(firm, number=100):
    """Create API keys of the firm and yield them in turns, without end: each may send only 1,000 requests a minute.
    """
    return cycle([key_of(firm) for _ in range(number)])


def fill(url, quick):
    """Fill the database at `url`, to which the application is connected, and return the `Firms`."""
    each = 1_111 if quick else 11_111
    firms = [register(f"Firm {number}", "office@example.com", plan="enterprise") for number in range(_FIRMS)]
    small = register("Small Firm", "office@example.com", plan="enterprise")
    sql = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
    connection = psycopg2.connect(url)
    try:
        with connection.cursor() as cursor:
            cursor.execute(sql, {"firms": [firm.id for firm in firms], "each": each, "first": 0})
            connection.commit()
            cursor.execute(sql, {"firms": [small.id], "each": _SMALL, "first": _FIRMS * each})
            connection.commit()
            connection.autocommit = True
            cursor.execute("VACUUM ANALYZE")  # as autovacuum does some time after so many inserts
    finally:
        connection.close()
    return Firms(large=firms[0], small=small, growing=firms[1], each=each)
