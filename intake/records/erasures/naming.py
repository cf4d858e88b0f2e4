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
        return bool(wanted) and (wanted in self._folded or any(set(wanted.split()) <= name for name in self._people)
                                 or any(text in wanted for text in self._folded))

    def are_in(self, value):
        """Whether the JSON value contains one of them, the parts of somebody's name anywhere."""
        text = folded(json.dumps(value, ensure_ascii=False))
        words = set(re.findall(r"\w+", text))
        return any(each in text for each in self._folded) or any(name <= words for name in self._people)


def delete_named(erasure, names):
    """Delete rows that mention the names: saved searches, imported rows, mails to the firm, events of platforms.

    Reports that may show the record are deleted as well, since a report does not say whose rows it contains. Return
    `{table: number}`. Call it in the transaction that collected the items, while the rows with the names are still
    there.
    """
    found = {
        "saved_views": _delete(erasure, "saved_views", [
            id for id, name, page in _all(erasure, "saved_views", "id, name, page")
            if names.is_searched_by(name) or any(names.is_searched_by(value)
                                                 for _, value in parse_qsl(urlsplit(page).query))]),
        "report_schedules": _delete(erasure, "report_schedules", [
            id for id, filters in _all(erasure, "report_schedules", "id, filters")
            if any(names.is_searched_by(value) for value in filters.values() if isinstance(value, str))]),
        "matter_imports": _delete(erasure, "matter_imports", [
            id for id, sealed, filename in _all(erasure, "matter_imports", "id, sealed_content, filename")
            if names.are_in([open_json(sealed), filename])])}
    found["legal_holds"] = _delete(erasure, "legal_holds", [
        id for id, search, lifted_at in _all(erasure, "legal_holds", "id, search, lifted_at")
        if lifted_at and search and any(names.is_searched_by(value) for value in search.values() if value)])
    values = {"firm": erasure.firm_id, "erasure": erasure.id, "names": names.patterns,
              "types": list(_SHOWING_OTHERS), "around": _around(erasure)}
    found["firm_messages"] = db.execute_sql(
        "DELETE FROM firm_messages WHERE firm_id = %(firm)s AND (message LIKE ANY(%(names)s) "
        "OR subject LIKE ANY(%(names)s))", values).rowcount
    found["sandbox_messages"] = db.execute_sql(
        "DELETE FROM sandbox_messages WHERE firm_id = %(firm)s "
        "AND concat_ws(' ', recipient, subject, text, html) LIKE ANY(%(names)s)", values).rowcount
    items = "SELECT record_id FROM erasure_items WHERE firm_id = %(firm)s AND erasure_id = %(erasure)s"
    found["conflict_names"] = db.execute_sql(  # two lists, each hashed: to join by either column compares all with all
        f"DELETE FROM conflict_names WHERE firm_id = %(firm)s "  # noqa: S608 (our own names)
        f"AND (record_id IN ({items}) OR parent_id IN ({items}))", values).rowcount
    found["inbound_events"] = db.execute_sql(
        "DELETE FROM inbound_events AS event USING integration_links AS link, erasure_items AS item "
        "WHERE event.firm_id = %(firm)s AND link.firm_id = %(firm)s AND item.firm_id = %(firm)s "
        "AND item.erasure_id = %(erasure)s AND item.kind = 'integration_links' AND item.record_id = link.id "
        "AND event.integration_id = link.integration_id AND event.resource_id::text = link.external_id "
        "AND coalesce(event.resource_type, link.kind) = link.kind", values).rowcount
    found["inbound_events"] += db.execute_sql(
        "DELETE FROM inbound_events WHERE firm_id = %(firm)s AND (payload::text LIKE ANY(%(names)s) "
        "OR error_message LIKE ANY(%(names)s))", values | {"names": names.json_patterns}).rowcount
    found["reports"] = db.execute_sql(
        "WITH gone AS (DELETE FROM reports WHERE firm_id = %(firm)s AND (type = ANY(%(types)s) "
        "AND coalesce(filters ->> 'matter_id', filters ->> 'client_id') IS NULL "
        "OR ARRAY[filters ->> 'matter_id', filters ->> 'client_id'] && %(around)s) RETURNING id) "
        "INSERT INTO erasure_items (firm_id, erasure_id, kind, record_id) "
        "SELECT %(firm)s, %(erasure)s, 'reports', id FROM gone", values).rowcount
    found["sms_opt_outs"] = db.execute_sql(
        f"DELETE FROM sms_opt_outs WHERE number IN (SELECT phone FROM {PEOPLE} "  # noqa: S608 (our own names)
        "JOIN erasure_items AS item ON item.firm_id = person.firm_id AND item.record_id = person.id "
        "AND item.kind IN ('clients', 'leads') WHERE item.firm_id = %(firm)s AND item.erasure_id = %(erasure)s) "
        f"AND NOT EXISTS (SELECT FROM {PEOPLE} WHERE person.phone = sms_opt_outs.number "
        "AND NOT EXISTS (SELECT FROM erasure_items AS item WHERE item.firm_id = person.firm_id "
        "AND item.erasure_id = %(erasure)s AND item.record_id = person.id))",
        values).rowcount
    return found


def _is_said_of_others(erasure, title):
    """Whether a matter that stays has the same title: `Divorce` occurs in texts about anybody."""
    values = {"firm": erasure.firm_id, "erasure": erasure.id, "key": pattern_of(folded(title)),
              "label": pattern_of(title)}
    return db.execute_sql(
        "SELECT 1 FROM matters WHERE firm_id = %(firm)s AND (title_key LIKE %(key)s OR client_label ILIKE %(label)s) "
        "AND id NOT IN (SELECT record_id FROM erasure_items WHERE firm_id = %(firm)s AND erasure_id = %(erasure)s "
        "AND kind = 'matters') LIMIT 1", values).fetchone() is not None


def _around(erasure):
    """Return the ids of the clients and matters that lose something, even a single document."""
    items = "SELECT record_id FROM item WHERE kind = {!r}".format
    return [id for (id,) in db.execute_sql(
        "WITH item AS (SELECT kind, record_id FROM erasure_items WHERE firm_id = %(firm)s "  # noqa: S608 (our own)
        f"AND erasure_id = %(erasure)s), matter AS ({items('matters')} UNION SELECT matter_id FROM document_requests "
        f"WHERE firm_id = %(firm)s AND id IN ({items('document_requests')})) {items('clients')} UNION "
        f"SELECT record_id FROM matter UNION ({CLIENTS_OF(matters='SELECT record_id FROM matter')})",
        {"firm": erasure.firm_id, "erasure": erasure.id}).fetchall() if id]


def _values(erasure, table, columns):
    return db.execute_sql(
        f"SELECT {columns} FROM {table} WHERE firm_id = %(firm)s AND id IN (SELECT record_id "  # noqa: S608 (our own)
        "FROM erasure_items WHERE firm_id = %(firm)s AND erasure_id = %(erasure)s AND kind = %(table)s)",
        {"firm": erasure.firm_id, "erasure": erasure.id, "table": table}).fetchall()


def _all(scope, table, columns):
    return db.execute_sql(f"SELECT {columns} FROM {table} WHERE firm_id = %s", (scope.firm_id,)).fetchall()  # noqa: S608


def _delete(scope, table, ids):
    return db.execute_sql(f"DELETE FROM {table} WHERE firm_id = %s AND id = ANY(%s)",  # noqa: S608 (our own names)
                          (scope.firm_id, ids)).rowcount if ids else 0
