"""The names by which a record occurs without its id: in saved searches, in mails, in reports, at platforms."""

import json
import re
from urllib.parse import parse_qsl, urlsplit

from intake.core.db import db
from intake.core.sealed_json import open_json
from intake.core.text_search import folded, pattern_of

from .states import DOCUMENT
from .tables import CLIENTS_OF, PEOPLE

_SHORTEST = 4
_SHOWING_OTHERS = ("matters", "documents", "deadlines", "communications")

_ITEMS = "SELECT record_id FROM erasure_items WHERE firm_id = %(firm)s AND erasure_id = %(erasure)s"

_STATEMENTS = (
    ("firm_messages", """
        DELETE FROM firm_messages WHERE firm_id = %(firm)s
        AND (message LIKE ANY(%(names)s) OR subject LIKE ANY(%(names)s))"""),
    ("sandbox_messages", """
        DELETE FROM sandbox_messages WHERE firm_id = %(firm)s
        AND concat_ws(' ', recipient, subject, text, html) LIKE ANY(%(names)s)"""),
    # Two lists, each hashed: to join by either column compares all with all.
    ("conflict_names", f"""
        DELETE FROM conflict_names WHERE firm_id = %(firm)s
        AND (record_id IN ({_ITEMS}) OR parent_id IN ({_ITEMS}))"""),  # noqa: S608 (our own names)
    ("inbound_events", """
        DELETE FROM inbound_events AS event USING integration_links AS link, erasure_items AS item
        WHERE event.firm_id = %(firm)s AND link.firm_id = %(firm)s AND item.firm_id = %(firm)s
        AND item.erasure_id = %(erasure)s AND item.kind = 'integration_links' AND item.record_id = link.id
        AND event.integration_id = link.integration_id AND event.resource_id::text = link.external_id
        AND coalesce(event.resource_type, link.kind) = link.kind"""),
    ("inbound_events", """
        DELETE FROM inbound_events WHERE firm_id = %(firm)s
        AND (payload::text LIKE ANY(%(json_names)s) OR error_message LIKE ANY(%(json_names)s))"""),
    ("reports", """
        WITH gone AS (
            DELETE FROM reports WHERE firm_id = %(firm)s
            AND (type = ANY(%(types)s) AND coalesce(filters ->> 'matter_id', filters ->> 'client_id') IS NULL
                 OR ARRAY[filters ->> 'matter_id', filters ->> 'client_id'] && %(around)s) RETURNING id)
        INSERT INTO erasure_items (firm_id, erasure_id, kind, record_id)
        SELECT %(firm)s, %(erasure)s, 'reports', id FROM gone"""),
    ("sms_opt_outs", f"""
        DELETE FROM sms_opt_outs WHERE number IN (
            SELECT phone FROM {PEOPLE}
            JOIN erasure_items AS item ON item.firm_id = person.firm_id AND item.record_id = person.id
            AND item.kind IN ('clients', 'leads') WHERE item.firm_id = %(firm)s AND item.erasure_id = %(erasure)s)
        AND NOT EXISTS (
            SELECT FROM {PEOPLE} WHERE person.phone = sms_opt_outs.number AND NOT EXISTS (
                SELECT FROM erasure_items AS item WHERE item.firm_id = person.firm_id
                AND item.erasure_id = %(erasure)s AND item.record_id = person.id))"""),  # noqa: S608 (our own names)
)
"""The statements that delete what mentions the names, each with its table."""

_MATTER_THAT_STAYS = f"""
    SELECT 1 FROM matters WHERE firm_id = %(firm)s AND (title_key LIKE %(key)s OR client_label ILIKE %(label)s)
    AND id NOT IN ({_ITEMS} AND kind = 'matters') LIMIT 1"""  # noqa: S608 (our own names)

_CLIENTS_AND_MATTERS = f"""
    WITH matter (id) AS (
        {_ITEMS} AND kind = 'matters'
        UNION SELECT matter_id FROM document_requests
            WHERE firm_id = %(firm)s AND id IN ({_ITEMS} AND kind = 'document_requests'))
    {_ITEMS} AND kind = 'clients'
    UNION SELECT id FROM matter
    UNION ({CLIENTS_OF(matters='SELECT id FROM matter')})"""  # noqa: S608 (our own names)
"""Selects the ids of the clients and matters of an erasure's items, also of those that lose only a document."""


class Names:
    """The names of people, matters and files that go, their addresses and numbers."""

    def __init__(self, texts, people):
        self.texts = sorted({text for text in texts if text and len(text) >= _SHORTEST})
        self._people = [set(folded(name).split()) for name in people]
        self._folded = {folded(text) for text in self.texts}

    @classmethod
    def of_items(cls, erasure):
        """Return the names of the records that the erasure has collected."""
        people, texts = [], []
        for first, last, *more in _values(erasure, "clients", "first_name, last_name, email, phone"):
            people.append(f"{first} {last}")
            texts += [f"{first} {last}", *more]
        titles = {text for row in _values(erasure, "matters", "title, client_label") for text in row if text}
        texts += [text for text in titles if not _is_said_of_others(erasure, text)]
        texts += [text for row in _values(erasure, "leads", "first_name || ' ' || last_name, email, phone")
                  for text in row]
        people += [" ".join(row) for row in _values(erasure, "leads", "first_name, last_name")]
        if erasure.kind == DOCUMENT:
            texts += [text for row in _values(erasure, "uploads", "filename") for text in row]
        return cls(texts, people)

    @property
    def patterns(self):
        """The names as patterns of LIKE that find them inside a text."""
        return [pattern_of(text) for text in self.texts]

    @property
    def json_patterns(self):
        """As `patterns`, for the names as written in the text of a JSON value."""
        return [pattern_of(json.dumps(text, ensure_ascii=False)[1:-1]) for text in self.texts]

    def is_searched_by(self, words):
        """Whether these words search for one of them: a whole name or number, or a part of somebody's name."""
        wanted = folded(words.strip())
        if not wanted:
            return False
        is_part_of_name = any(set(wanted.split()) <= name for name in self._people)
        return is_part_of_name or any(text in wanted for text in self._folded)

    def are_searched_by(self, texts):
        """Whether one of these texts searches for one of them."""
        return any(map(self.is_searched_by, texts))

    def are_in(self, value):
        """Whether the JSON value contains one of them, the parts of somebody's name anywhere."""
        text = folded(json.dumps(value, ensure_ascii=False))
        words = set(re.findall(r"\w+", text))
        return any(each in text for each in self._folded) or any(name <= words for name in self._people)


def delete_mentions(erasure, names):
    """Delete rows that mention the names: saved searches, imported rows, mails to the firm, events of platforms.

    Reports that may show the record are deleted as well, since a report does not say whose rows it contains. Return
    `{table: number}`. Call it in the transaction that collected the items, while the rows with the names are still
    there.
    """
    def view_shows(name, page):
        filters = parse_qsl(urlsplit(page).query)
        return names.are_searched_by([name, *(value for _, value in filters)])

    def report_shows(filters):
        return names.are_searched_by(value for value in filters.values() if isinstance(value, str))

    def import_has(sealed_content, filename):
        return names.are_in([open_json(sealed_content), filename])

    def lifted_hold_finds(search, lifted_at):
        return lifted_at and search and names.are_searched_by(value for value in search.values() if value)

    found = {
        "saved_views": _delete_where(erasure, "saved_views", "name, page", view_shows),
        "report_schedules": _delete_where(erasure, "report_schedules", "filters", report_shows),
        "matter_imports": _delete_where(erasure, "matter_imports", "sealed_content, filename", import_has),
        "legal_holds": _delete_where(erasure, "legal_holds", "search, lifted_at", lifted_hold_finds),
    }
    values = {"firm": erasure.firm_id, "erasure": erasure.id, "names": names.patterns,
              "json_names": names.json_patterns, "types": list(_SHOWING_OTHERS), "around": _around(erasure)}
    for table, statement in _STATEMENTS:
        found[table] = found.get(table, 0) + db.execute_sql(statement, values).rowcount
    return found


def _is_said_of_others(erasure, title):
    """Whether a matter that stays has the same title: `Divorce` occurs in texts about anybody."""
    values = {"firm": erasure.firm_id, "erasure": erasure.id, "key": pattern_of(folded(title)),
              "label": pattern_of(title)}
    return db.execute_sql(_MATTER_THAT_STAYS, values).fetchone() is not None


def _around(erasure):
    """Return the ids of the clients and matters that lose something, even a single document."""
    rows = db.execute_sql(_CLIENTS_AND_MATTERS, {"firm": erasure.firm_id, "erasure": erasure.id})
    return [id for (id,) in rows.fetchall() if id]


def _values(erasure, table, columns):
    return db.execute_sql(
        f"SELECT {columns} FROM {table} WHERE firm_id = %(firm)s AND id IN (SELECT record_id "  # noqa: S608 (our own)
        "FROM erasure_items WHERE firm_id = %(firm)s AND erasure_id = %(erasure)s AND kind = %(table)s)",
        {"firm": erasure.firm_id, "erasure": erasure.id, "table": table}).fetchall()


def _delete_where(erasure, table, columns, has_name):
    """Delete the firm's rows for whose `columns` the function is true. Return how many."""
    rows = db.execute_sql(f"SELECT id, {columns} FROM {table} WHERE firm_id = %s", (erasure.firm_id,))  # noqa: S608
    ids = [id for id, *values in rows.fetchall() if has_name(*values)]
    return db.execute_sql(f"DELETE FROM {table} WHERE firm_id = %s AND id = ANY(%s)",  # noqa: S608 (our own names)
                          (erasure.firm_id, ids)).rowcount if ids else 0
