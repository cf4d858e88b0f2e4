"""The rows of the bench `scale`: many firms of 4,500 matters, a huge one and a small one, seeded by COPY.

Every matter has three document requests and two events; every tenth one also an upload, an intake link with its
reminders, a deadline, a notification, a finished task and an entry in the audit log.
"""

import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from multiprocessing import get_context

import psycopg2
from psycopg2.extensions import cursor as Cursor

ORDINARY, SMALL = 4_500, 100
_HUGE = 1_000_000
_CHUNK = 5_000
_PARTS = 2

# Words in the titles of a firm's matters: the common one is in an eighth of them, the rare one in a single title.
RARE, COMMON, ABSENT = "qzarski", "custody", "zebra"
RARE_PAIR, COMMON_PAIR, ABSENT_PAIR = "qz", "ga", "xq"
MARKS = "v.", "#7", "n/a", "a-b"
"""The first is in every title, the others are in none; no name of a client or document contains any of them."""
WITH_SHORT = "tax 2", "estate of garcia", "tax return an"
"""Words that many titles and names of documents have, and few or none have together; the short ones nearly all have."""

_GIVEN = ["Ana", "Ben", "Carla", "David", "Elif", "Frank", "Grace", "Hugo", "Ines", "Jonas", "Karin", "Liam", "Maria",
          "Noah", "Olga", "Pablo", "Rosa", "Sven", "Tara", "Victor"]
_FAMILY = ["Alvarez", "Brown", "Chen", "Dubois", "Eriksen", "Fischer", "Garcia", "Huber", "Ivanov", "Jansen", "Keller",
           "Lopez", "Miller", "Nguyen", "Okafor", "Pereira", "Quinn", "Rossi", "Silva", "Taylor", "Ueda", "Vargas",
           "Weber", "Young", "Zimmermann"]
_CAUSE = ["custody", "adoption", "estate", "visa", "injury", "lease", "contract", "appeal"]
_AREA = ["family_law", "immigration", "criminal", "business", "real_estate", "other"]
_PAPER = ("Passport", "Birth certificate", "Tax return", "Bank statement", "Police report", "Medical records",
          "Custody order", "Lease")

_COLUMNS = {
    "clients": "id, firm_id, first_name, last_name, email, email_key, search_key, last_name_key, matters_count, "
               "created_at, updated_at",
    "matters": "id, firm_id, title, title_key, status, practice_area, client_id, documents_count, created_at, "
               "updated_at",
    "document_requests": "id, firm_id, matter_id, name, name_key, status, created_at, updated_at",
    "uploads": "id, firm_id, document_id, filename, content_type, file_size_bytes, status, incoming_key, storage_key, "
               "url_expires_at, uploaded_at, scan_status, created_at",
    "events": "id, firm_id, type, data, created_at, relayed_at",
    "deliveries": "id, firm_id, webhook_id, event_id, status, attempts, due_at, delivered_at, created_at",
    "intake_links": "id, firm_id, matter_id, client_id, public_part, expires_at, sent_at, completed_at, created_at",
    "reminders": "id, firm_id, matter_id, link_id, days, due_at, expires_at, settled_at, created_at",
    "deadlines": "id, firm_id, matter_id, title, due_date, type, completed, dated_at, created_at",
    "notifications": "id, firm_id, type, occasion, message, data, awaits_alert, read_at, created_at",
    "tasks": "id, firm_id, name, arguments, queue, attempts, due_at, queued_at, done_at, created_at",
    "audit_log": "id, firm_id, action, actor_type, record_type, record_id, details, created_at, position, "
                 "previous_hash, hash",
}


@dataclass
class Sizes:
    """How many matters are seeded, and which firms have them."""

    rows: int
    ordinary: int = ORDINARY

    @property
    def huge(self):
        """The number of matters of the huge firm."""
        return min(_HUGE, self.rows // 2)

    @property
    def firms(self):
        """The number of ordinary firms."""
        return max(1, (self.rows - self.huge - SMALL) // self.ordinary)

    @property
    def old(self):
        """The number of events, each with a delivery, past their retention."""
        return self.rows // 20


def firm_id(number):
    """Return the id of an ordinary firm, of the huge one (0) or of the small one (-1)."""
    return f"firm_{number + 1:026X}"


def fill(url, sizes):
    """Fill the empty tables at `url` with rows of these `Sizes` and return the time in seconds.

    Indexes, keys and triggers are dropped meanwhile and restored at the end, foreign keys without a check of rows. Two
    processes copy, and two connections build indexes and vacuum.
    """
    began = time.monotonic()
    with _connected(url) as connection, connection.cursor() as cursor:
        _add_firms(cursor, sizes)
        indexes, rest = _strip(cursor)
        connection.commit()
        with ProcessPoolExecutor(_PARTS, get_context("spawn")) as processes:
            list(processes.map(partial(_copy, url, sizes), range(_PARTS)))
        with ThreadPoolExecutor(_PARTS) as threads:
            list(threads.map(partial(_build, url), sorted(indexes, key=_is_quick)))
        for statement in rest:
            cursor.execute(statement)
        cursor.execute("INSERT INTO matter_counts (firm_id, status, practice_area, total) "
                       "SELECT firm_id, status, practice_area, count(*) FROM matters GROUP BY 1, 2, 3")
        cursor.execute("INSERT INTO audit_chains (firm_id, first_position, last_position) "
                       "SELECT firm_id, min(position), max(position) FROM audit_log GROUP BY 1")
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' "
                       "AND relnamespace = current_schema()::regnamespace ORDER BY pg_table_size(oid) DESC")
        tables = [name for (name,) in cursor.fetchall()]
        connection.commit()
        with ThreadPoolExecutor(_PARTS) as threads:
            list(threads.map(partial(_vacuum, url), tables))
    return time.monotonic() - began


@contextmanager
def _connected(url):
    with closing(psycopg2.connect(url)) as connection, connection.cursor() as cursor:
        cursor.execute("SET maintenance_work_mem = '2GB'; SET max_parallel_maintenance_workers = 0; "
                       "SET timezone = 'UTC'; SET synchronous_commit = off")
        yield connection


def _copy(url, sizes, part):
    """Copy one share of the rows: every second chunk, as there are two shares."""
    with _connected(url) as connection, connection.cursor() as cursor:
        chunks = {table: [] for table in _COLUMNS}
        matters, place = _matters(sizes), 0
        while chunk := list(islice(matters, _CHUNK)):
            if place % _PARTS == part:
                _add_rows(chunks, chunk, sizes)
                _flush(cursor, chunks)
                connection.commit()
            place += 1


def _is_quick(index):
    """Return a sort key that puts the slowest indexes first; otherwise one of them would be built alone at the end."""
    return "USING gin" not in index, " ON public.document_requests " not in index


def _build(url, index):
    with _connected(url) as connection, connection.cursor() as cursor:
        cursor.execute(index)
        connection.commit()


def _vacuum(url, table):
    """Vacuum and analyze, as autovacuum does some time after so many inserts."""
    with closing(psycopg2.connect(url)) as connection, connection.cursor() as cursor:
        connection.autocommit = True
        cursor.execute(f"VACUUM ANALYZE {table}")


def _add_firms(cursor: Cursor, sizes: Sizes) -> None:
    ids = [firm_id(number) for number in range(-1, sizes.firms + 1)]
    cursor.execute(
        "INSERT INTO firms (id, name, slug, email, plan, created_at, updated_at) SELECT id, 'Firm ' || id, lower(id), "
        "'office@example.com', 'enterprise', now(), now() FROM unnest(%s) AS id", (ids,))
    cursor.execute(
        "INSERT INTO webhooks (id, firm_id, url, events, active, secret, created_at, updated_at) "
        "SELECT 'wh_' || right(id, 26), id, 'https://example.com', '[]', false, '', now(), now() FROM unnest(%s) AS id",
        (ids,))


def _strip(cursor: Cursor) -> tuple[list[str], list[str]]:
    """Drop indexes, keys and triggers.

    Return the statements that rebuild the indexes, in any order, and those that then restore the rest, in order.
    """
    tables = list(_COLUMNS)
    cursor.execute("SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY (%s)", (tables,))
    indexes = dict(cursor.fetchall())
    cursor.execute("SELECT attrelid::regclass, attnum, attstattarget FROM pg_attribute "
                   "WHERE attstattarget >= 0 AND attnum > 0 AND attrelid = ANY (%s::regclass[])", (list(indexes),))
    statistics = cursor.fetchall()
    cursor.execute("""
        SELECT conrelid::regclass, conname, contype, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE contype IN ('p', 'u', 'f') AND conparentid = 0
        AND (conrelid = ANY (%(tables)s::regclass[]) OR confrelid = ANY (%(tables)s::regclass[]))
        ORDER BY contype <> 'f'""", {"tables": tables})
    constraints = cursor.fetchall()
    for table, name, _, _ in constraints:
        cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    for name in indexes.keys() - {name for _, name, _, _ in constraints}:
        cursor.execute(f"DROP INDEX {name}")
    for table in tables:
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    definitions = {"p": 'PRIMARY KEY USING INDEX "{0}"', "u": 'UNIQUE USING INDEX "{0}"', "f": "{1} NOT VALID"}
    return list(indexes.values()), [
        *(f"ALTER TABLE {table} ENABLE TRIGGER USER" for table in tables),
        *(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definitions[kind].format(name, definition)}'
          for table, name, kind, definition in reversed(constraints)),
        *(f"ALTER INDEX {index} ALTER COLUMN {column} SET STATISTICS {target}" for index, column, target in statistics),
    ]


def _matters(sizes):
    """Yield (number, firm's number, the matter's number in the firm): firms take turns, as in real life."""
    number = 0
    huge_each = -(-sizes.huge // sizes.ordinary)
    for nth in range(sizes.ordinary):
        if nth < SMALL:
            yield number, -1, nth
            number += 1
        done = nth * huge_each
        for place in range(max(sizes.firms, huge_each)):
            if place < huge_each and done + place < sizes.huge:
                yield number, 0, done + place
                number += 1
            if place < sizes.firms:
                yield number, place + 1, nth
                number += 1


def _add_rows(chunks, matters, sizes):
    clients, rows, documents, events = (
        chunks[table].append for table in ("clients", "matters", "document_requests", "events"))
    now = datetime.now(UTC)
    start, step = now - timedelta(days=1000), timedelta(days=990) / sizes.rows
    recent = (now - timedelta(days=29)).isoformat()
    ancient = now - timedelta(days=40)
    for number, firm_number, nth in matters:
        draw = (number * 2654435761 + 12345) & 0xFFFFFFFF
        draw = (draw ^ draw >> 15) * 2246822519 & 0xFFFFFFFF
        firm, id = firm_id(firm_number), f"{number:026X}"
        first, last = _GIVEN[draw % 20], _FAMILY[(draw >> 5) % 25]
        if nth == SMALL // 2:
            last = "Qzarski"
        title = f"{last} v. {_FAMILY[(draw >> 10) % 25]}, {_CAUSE[(draw >> 15) % 8]} {nth}"
        created = (start + number * step).isoformat()
        updated = (start + (draw % sizes.rows) * step).isoformat()
        status = "active" if nth % 10 < 9 else "closed" if nth % 20 < 10 else "archived"
        client = "\\N"
        if nth % 3 == 0:
            client, email = f"cli_{id}", f"{first}.{last}{nth}@example.com".lower()
            clients(f"{client}\t{firm}\t{first}\t{last}\t{email}\t{email}\t{first.lower()} {last.lower()} {email}\t"
                    f"{last.lower()}\t1\t{created}\t{updated}\n")
        rows(f"mat_{id}\t{firm}\t{title}\t{title.lower()}\t{status}\t{_AREA[(draw >> 18) % 6]}\t{client}\t3\t{created}"
             f"\t{updated}\n")
        for part in range(3):
            name = f"{_PAPER[(draw >> 3 * part) % 8]} of {first} {last}"
            documents(f"doc_{number * 3 + part:026X}\t{firm}\tmat_{id}\t{name}\t{name.lower()}\tpending\t{created}\t"
                      f"{updated}\n")
        is_old = number < sizes.old
        at = (ancient + number * timedelta(milliseconds=1)).isoformat() if is_old else recent
        for part in range(2):
            events(f"evt_{number * 2 + part:026X}\t{firm}\tmatter.created\t{{\"id\": \"mat_{id}\"}}\t{at}\t{at}\n")
        if is_old:
            chunks["deliveries"].append(
                f"dlv_{id}\t{firm}\twh_{firm[5:]}\tevt_{number * 2:026X}\tdelivered\t1\t{at}\t{at}\t{at}\n")
        if number % 10 == 0:
            _add_rare(chunks, number, firm, client, created, recent, (now + timedelta(days=20)).isoformat())


def _add_rare(chunks, number, firm, client, created, recent, ahead):
    id, waits = f"{number:026X}", number % 100 == 0
    document, settled = f"doc_{number * 3:026X}", "\\N" if waits else recent
    chunks["uploads"].append(
        f"upl_{id}\t{firm}\t{document}\tscan.pdf\tapplication/pdf\t1000\t{'pending' if waits else 'approved'}\t"
        f"incoming/{id}\tfiles/{id}\t{created}\t{created}\tclean\t{created}\n")
    if client != "\\N":
        chunks["intake_links"].append(
            f"link_{id}\t{firm}\tmat_{id}\t{client}\t{id}\t{ahead}\t{recent}\t{settled}\t{recent}\n")
        for days in (3, 7, 14):
            chunks["reminders"].append(
                f"rem_{number * 14 + days:026X}\t{firm}\tmat_{id}\tlink_{id}\t{days}\t{ahead}\t{ahead}\t"
                f"{settled}\t{recent}\n")
    chunks["deadlines"].append(
        f"dl_{id}\t{firm}\tmat_{id}\tFiling\t{(created if not waits else ahead)[:10]}\tfiling\t{not waits}\t{created}\t"
        f"{created}\n")
    chunks["notifications"].append(
        f"ntf_{id}\t{firm}\tdocument.uploaded\t{id}\tA file arrived.\t{{}}\tfalse\t{recent}\t{recent}\n")
    chunks["tasks"].append(
        f"task_{id}\t{firm}\tprocess_upload\t[\"upl_{id}\"]\tfiles\t1\t{recent}\t{recent}\t{recent}\t{recent}\n")
    chunks["audit_log"].append(
        f"aud_{id}\t{firm}\tmatter.created\tsystem\tmatter\tmat_{id}\t{{}}\t{created}\t{number + 1}\t\t\n")


class _Lines:
    """Lines as a file that psycopg2 reads."""

    def __init__(self, lines):
        self._text, self._place = "".join(lines).encode(), 0

    def read(self, size):
        """Return the next bytes."""
        part = self._text[self._place:self._place + size]
        self._place += size
        return part


def _flush(cursor, chunks):
    for table, lines in chunks.items():
        if lines:
            cursor.copy_expert(f"COPY {table} ({_COLUMNS[table]}) FROM STDIN", _Lines(lines), 1 << 20)
            lines.clear()
