"""Finding the rows of a record that is erased, counting them, and deleting them (`tables.OWNED`)."""

import hashlib

from intake.core.db import db

from .states import TABLE_OF
from .tables import EMPTIED, OWNED


def count(scope, kind, record_id):
    """Return `{table: number}` of what belongs to the record, and `{table: ids}` of what may be held and keep it.

    The latter are clients, leads and matters, including a matter with another client now of which answers or links
    would be erased. `alike` are leads that stay although they have the address or number of an erased client.
    """
    [[numbers, parts]] = db.execute_sql(
        _belonging(kind) + _NUMBERS + _PARTS, {"firm": scope.firm_id, "record": record_id}).fetchall()
    return {table: number for table, number in numbers.items() if number}, parts


_LOCKED = ("leads", "court_form_fills", "document_requests", "deadlines", "letters", "matters", "intake_links",
           "intake_forms", "clients")
"""The rows that other transactions lock, in the same order, before they change them or their parts."""


def lock(scope, kind, record_id):
    """Lock the record and everything erased with it, in the order of all transactions, so that nothing can be added."""
    for table in _LOCKED:
        db.execute_sql(
            f"{_belonging(kind)} SELECT 1 FROM {table} WHERE firm_id = %(firm)s "  # noqa: S608 (our own names)
            f"AND id IN (SELECT id FROM of_{table}) ORDER BY id FOR UPDATE",
            {"firm": scope.firm_id, "record": record_id}).fetchall()


def collect(erasure):
    """Store the ids of what belongs to the record, and return them with their tables."""
    rows = " UNION ALL ".join([*(f"SELECT '{table}', id FROM of_{table}" for table in _WITH_IDS),  # noqa: S608 (our own)
                               _FILES_OF_FILLS])
    return db.execute_sql(
        f"{_belonging(erasure.kind)} INSERT INTO erasure_items (firm_id, erasure_id, kind, record_id) "  # noqa: S608
        f"SELECT %(firm)s, %(erasure)s, found.* FROM ({rows}) AS found (kind, record_id) "
        "ON CONFLICT DO NOTHING RETURNING kind, record_id",
        {"firm": erasure.firm_id, "record": erasure.record_id, "erasure": erasure.id}).fetchall()


def delete(erasure):
    """Delete the rows that were collected and those that belong to them; return `{table: number}`.

    Those that stay without a client are emptied.
    """
    numbers = {}
    for table, (columns, _) in EMPTIED.items():
        client, *texts = columns.split()
        db.execute_sql(
            f"UPDATE {table} SET {', '.join(f'{name} = NULL' for name in (client, *texts))} "  # noqa: S608 (our own)
            f"WHERE firm_id = %(firm)s AND {client} IN ({_ITEMS % 'clients'})",
            {"firm": erasure.firm_id, "erasure": erasure.id})
    for table, rule in reversed(OWNED.items()):
        if rule.cascades:
            continue
        referring = [f"{column} IN ({_ITEMS % parent})" for column, parent in rule.by.items()]
        chosen = f"id IN ({_ITEMS % table})" if rule.has_id else " OR ".join(referring)
        numbers[table] = db.execute_sql(
            f"DELETE FROM {table} WHERE firm_id = %(firm)s AND ({chosen})",  # noqa: S608 (our own names)
            {"firm": erasure.firm_id, "erasure": erasure.id}).rowcount
    return numbers


def digests(scope, kind, record_id):
    """Return a digest of the ids of all rows of the record, and the number, bytes and digest of its files. The digests
    are of the sorted values, one per line: anybody who has all values can verify them, and others learn nothing.
    """
    values = {"firm": scope.firm_id, "record": record_id}
    ids = [id for (id,) in db.execute_sql(_belonging(kind) + _IDS, values).fetchall()]
    files = db.execute_sql(
        f"{_belonging(kind)} SELECT sha256, file_size_bytes FROM uploads "  # noqa: S608 (our own names)
        "WHERE firm_id = %(firm)s AND id IN (SELECT id FROM of_uploads) AND status <> 'issued'", values).fetchall()
    return {"records": len(ids), "records_sha256": _digest(ids), "files": len(files),
            "bytes": sum(size for _, size in files), "files_sha256": _digest([sha256 or "" for sha256, _ in files])}


def platform_copies(scope, kind, record_id):
    """Return its counterparts at connected platforms: `[{platform, kind, external_id}]`."""
    return [dict(zip(("platform", "kind", "external_id"), row, strict=True)) for row in db.execute_sql(
        f"{_belonging(kind)}, linked AS (SELECT integration_id, kind, external_id FROM integration_links "  # noqa: S608
        "WHERE firm_id = %(firm)s AND id IN (SELECT id FROM of_integration_links) "
        "UNION SELECT integration_id, stands.* FROM lead_links AS link CROSS JOIN LATERAL "
        "(VALUES ('contact', contact_id), ('matter', external_id)) AS stands "
        "WHERE firm_id = %(firm)s AND id IN (SELECT id FROM of_lead_links)) "
        "SELECT platform, kind, external_id FROM linked JOIN integrations ON integrations.firm_id = %(firm)s "
        "AND integrations.id = linked.integration_id "
        "WHERE external_id IS NOT NULL ORDER BY platform, kind, external_id",
        {"firm": scope.firm_id, "record": record_id}).fetchall()]


_FILES_OF_FILLS = ("SELECT 'court_form_fills', split_part(upload_key, '/', 3) FROM court_form_fills "
                   "WHERE firm_id = %(firm)s AND id IN (SELECT id FROM of_court_form_fills) "
                   "AND starts_with(upload_key, 'files/')")
"""The names of the files of filled-in forms; one that a killed worker has stored has no row of its own yet."""

_WITH_IDS = tuple(table for table, rule in OWNED.items() if rule.has_id)
_IDS = " UNION ALL ".join(f" SELECT id FROM of_{table}" for table in _WITH_IDS)  # noqa: S608 (our own names)
_NUMBERS = " SELECT json_build_object({})".format(
    ", ".join(f"'{table}', (SELECT count(*) FROM of_{table})" for table in OWNED))  # noqa: S608 (our own names)
_PARTS = ", json_build_object({})".format(", ".join(
    f"'{table}', (SELECT coalesce(json_agg(id), '[]') FROM ({ids}) AS part)" for table, ids in {  # noqa: S608 (our own)
        "alike": "SELECT DISTINCT lead.id FROM clients AS person JOIN leads AS lead ON lead.firm_id = person.firm_id "
                 "AND (lead.email_key = person.email_key OR lead.phone = person.phone) WHERE person.firm_id = %(firm)s "
                 "AND person.id IN (SELECT id FROM of_clients) AND lead.id NOT IN (SELECT id FROM of_leads)",
        "clients": "SELECT id FROM of_clients", "leads": "SELECT id FROM of_leads",
        "matters": "SELECT id FROM of_matters UNION SELECT matter_id FROM intake_forms WHERE firm_id = %(firm)s "
                   "AND id IN (SELECT id FROM of_intake_forms) UNION SELECT matter_id FROM intake_links "
                   "WHERE firm_id = %(firm)s AND id IN (SELECT id FROM of_intake_links)"}.items()))


def _digest(values):
    return hashlib.sha256("".join(f"{value}\n" for value in sorted(values)).encode()).hexdigest()


_ITEMS = ("SELECT record_id FROM erasure_items WHERE firm_id = %%(firm)s AND erasure_id = %%(erasure)s "
          "AND kind = '%s'")


def _belonging(kind):
    """Return the beginning of a statement in which `of_<table>` are the rows of a table that belong to the record."""
    root, known, parts = TABLE_OF[kind], set(), []
    for table, rule in OWNED.items():
        chosen = [f"{name} IN (SELECT id FROM of_{parent})"  # noqa: S608 (our own names)
                  for name, parent in rule.by.items() if parent in known]
        if table == root:
            chosen = ["id = %(record)s"]
        chosen += [rule.also] * bool(rule.also)
        rows = (f"SELECT {'id' if rule.has_id else '1'} AS id FROM {table} "  # noqa: S608 (our own names)
                f"WHERE firm_id = %(firm)s AND ({' OR '.join(chosen) or 'false'})")
        if itself := next((name for name, parent in rule.by.items() if parent == table), None):
            rows += (f" UNION SELECT more.id FROM {table} AS more JOIN of_{table} AS earlier "  # noqa: S608 (our own)
                     f"ON more.{itself} = earlier.id WHERE more.firm_id = %(firm)s")
        parts.append(f"of_{table} AS ({rows})")
        known.add(table)
    return f"WITH RECURSIVE {', '.join(parts)}"
