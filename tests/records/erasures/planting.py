"""Rows with a marker in every text column, generated from the schema, so that new tables and columns are included."""

import re
from datetime import date
from itertools import count

from psycopg2.extras import Json

from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.crypto import vault
from intake.core.db import db
from intake.core.ids import new_id
from intake.core.sealed_json import seal_json
from intake.records.erasures.tables import COPIED, OWNED

FURTHER = ("idempotency_records", "deliveries", "delivery_attempts", "notification_reads", "audit_log", "reports",
           "inbound_events", "conflict_names", "conflict_checks", "conflict_decisions",
           "privacy_requests")
"""Tables with their own ways of erasure."""

OF_FIRM = ("webhooks", "integrations", "court_forms", "letter_templates")
"""Tables of the firm's own records, to which clients' rows refer."""

TABLES = (*OWNED, *COPIED, *FURTHER)
UNSET = {("clients", "merged_into"), ("legal_holds", "client_id"), ("legal_holds", "search"),
         ("integration_links", "client_id"), ("integration_links", "upload_id"),
         ("sync_logs", "run_id"), ("communications", "retry_of"),
         ("conflict_checks", "previous_id"), ("audit_log", "position"),
         ("privacy_requests", "export_id"), ("privacy_requests", "erasure_id"),
         ("audit_log", "previous_hash"), ("audit_log", "hash"), ("audit_log", "sealed_by"), ("events", "position")}
"""Columns that repeat another one, or that are set later."""

FIXED = {("events", "type"): "matter.created", ("tasks", "name"): "sync", ("reports", "type"): "matters",
         ("reports", "format"): "csv", ("matters", "practice_area"): "other", ("leads", "practice_area"): "other",
         ("lead_messages", "channel"): "email", ("matter_notes", "kind"): "call",
         ("conflict_checks", "actor_type"): "person", ("conflict_checks", "versions"): Json({}),
         ("conflict_decisions", "actor_type"): "person",
         ("audit_log", "action"): "matter.updated",
         ("audit_log", "record_type"): "matter",
         ("inbound_events", "resource_type"): "contact"}
"""Columns with Intake's own words, which no client can choose."""

OF_MATTER = {("audit_log", "record_id"), ("audit_log", "actor_id"), ("conflict_names", "record_id"),
             ("conflict_checks", "matter_id"), ("conflict_checks", "lead_id"), ("conflict_checks", "actor_id"),
             ("conflict_decisions", "document_id"), ("conflict_decisions", "actor_id")}
"""Columns with an id but without a foreign key."""

AT_PLATFORMS = {("integration_links", "external_id"), ("lead_links", "external_id"), ("lead_links", "contact_id")}
"""Columns with the id of the record at a platform."""

_number = count(1)


class Planted:
    """Rows in every table for one client, each text with its own marker that begins with `name`."""

    firms = set()
    """The ids of all firms with such rows."""

    def __init__(self, firm, user, name, of_firm=None):
        self.firms.add(firm.id)
        self.firm, self.name, self.markers = firm, name, []
        self.external_id = str(9_000_000 + next(_number))
        self.ids = dict(of_firm.of_firm) if of_firm else {"firms": firm.id, "users": user.id}
        for table in () if of_firm else OF_FIRM:
            self._insert(table, of_client=False)
        self.of_firm = dict(self.ids)
        for table in TABLES:
            self._insert(table)

    def _insert(self, table, of_client=True):
        row = {column: self._value(table, column, type, default, of_client)
               for column, type, default in _columns(table) if (table, column) not in UNSET}
        row = {column: value for column, value in row.items() if value is not None}
        names = ", ".join(f'"{column}"' for column in row)
        db.execute_sql(f'INSERT INTO "{table}" ({names}) VALUES ({", ".join(["%s"] * len(row))})', list(row.values()))
        if "id" in row:
            self.ids[table] = row["id"]

    def _value(self, table, column, type, default, of_client):
        if column == "id" and (table, column) not in _references():
            return new_id("any")
        if (table, column) in _references():
            return self.ids.get(_references()[table, column])
        if (table, column) in FIXED:
            return FIXED[table, column]
        if (table, column) in AT_PLATFORMS:
            return self.external_id  # the firm needs it to erase the record at the platform
        if (table, column) == ("inbound_events", "resource_id"):
            return int(self.external_id)
        if (table, column) == ("privacy_requests", "client_id"):
            return self.ids["clients"]
        if (table, column) in OF_MATTER:
            return self.ids["matters"]
        if choices := _choices().get((table, column)):
            return choices
        if type == "bytea":
            return b""
        if type == "ARRAY":
            return []
        if type in ("text", "jsonb"):
            return self._text(table, column, type) if of_client else Json({}) if type == "jsonb" else self._any()
        return {"integer": 1, "bigint": next(_number), "boolean": False, "date": date(2026, 1, 2)}.get(type) \
            if type != "timestamp with time zone" else now()

    def _any(self):
        return f"any {next(_number)}"

    def _text(self, table, column, type):
        marker = f"{self.name}{next(_number)}{table}{column}".replace("_", "")
        self.markers.append(marker)
        subject = f" {self.ids['matters']}" if table in (*COPIED, "audit_log") else ""
        if (table, column) == ("idempotency_records", "body"):
            return vault.seal(f"{marker} {self.ids['matters']}")
        if (table, column) == ("matter_imports", "sealed_content"):
            return seal_json(marker)
        if type == "jsonb":
            about = {"matter_id": self.ids["matters"]} if (table, column) == ("reports", "filters") else {}
            return Json({"marker": marker + subject} | about)
        return marker + subject


def stop_planted():
    """Suspend the firms with such rows, so that none of their work is due."""
    Firm.update(suspended_at=now()).where(Firm.id.in_(Planted.firms)).execute()
    Planted.firms.clear()


def _columns(table):
    return db.execute_sql(
        "SELECT column_name, data_type, column_default FROM information_schema.columns WHERE table_schema = 'public' "
        "AND table_name = %s AND is_identity = 'NO' ORDER BY ordinal_position", (table,)).fetchall()


_known = {}


def _references():
    """Return `{(table, column): table}` of the foreign keys."""
    if "references" not in _known:
        _known["references"] = {(table, column): target for table, target, column in db.execute_sql("""
            SELECT con.conrelid::regclass::text, con.confrelid::regclass::text, att.attname
            FROM pg_constraint AS con JOIN pg_attribute AS att
                ON att.attrelid = con.conrelid AND att.attnum = con.conkey[array_length(con.conkey, 1)]
            WHERE con.contype = 'f' AND con.connamespace = 'public'::regnamespace""").fetchall()}
    return _known["references"]


def _choices():
    """Return `{(table, column): value}` of columns with a fixed set of values."""
    if "choices" not in _known:
        found = db.execute_sql("""
            SELECT con.conrelid::regclass::text, pg_get_constraintdef(con.oid) FROM pg_constraint AS con
            WHERE con.contype = 'c' AND con.connamespace = 'public'::regnamespace""").fetchall()
        matches = [(table, re.match(r"CHECK \(\(\(?\"?(\w+)\"? = ANY \(\(?ARRAY\['([^']+)'", text))
                   for table, text in found]
        _known["choices"] = {(table, match[1]): match[2] for table, match in matches if match}
    return _known["choices"]


def rows_with(text):
    """Return every row in the database that contains the text, as texts."""
    tables = [name for (name,) in db.execute_sql(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'").fetchall()]
    return sorted(row for (row,) in db.execute_sql(" UNION ALL ".join(
        f"SELECT '{table} ' || kept::text FROM \"{table}\" AS kept WHERE kept::text LIKE %(text)s" for table in tables),
        {"text": f"%{text}%"}).fetchall())
