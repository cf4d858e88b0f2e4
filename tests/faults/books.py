"""What contradicts the facts that offices have confirmed: something lost, done by halves, or done twice."""

import hashlib
import zipfile
from contextlib import closing
from email import message_from_bytes

import psycopg2

from intake.operations.cli.contradictions import CONTRADICTIONS

_NEVER = {
    "matters with the same title": "SELECT title FROM matters GROUP BY title HAVING count(*) > 1",
    "clients with the same name": "SELECT last_name FROM clients GROUP BY last_name HAVING count(*) > 1",
    "documents with the same name": "SELECT name FROM document_requests GROUP BY name HAVING count(*) > 1",
    "notes with the same text": "SELECT text FROM matter_notes GROUP BY text HAVING count(*) > 1",
    "matters that were announced twice":
        "SELECT data ->> 'id' FROM events WHERE type = 'matter.created' GROUP BY 1 HAVING count(data ->> 'id') > 1",
    "uploads that were announced twice":
        "SELECT data #>> '{upload,id}' FROM events WHERE type = 'document.uploaded' GROUP BY 1 "
        "HAVING count(data #>> '{upload,id}') > 1",
    "leads that became other clients than those of their matters":
        "SELECT leads.id FROM leads JOIN matters ON matters.id = matter_id WHERE leads.client_id <> matters.client_id",
    "tasks that have failed": "SELECT name FROM tasks WHERE failed_at IS NOT NULL",
}


def contradictions(services, facts, is_drained):
    """Return a line for each; what the worker had to do is compared only if everything `is_drained`."""
    with closing(psycopg2.connect(services.env["DATABASE_URL"])) as connection, connection.cursor() as cursor:
        def rows(sql, *values, **named):
            cursor.execute(sql, named or values)
            return cursor.fetchall()

        found = [f"{name}: {wrong}" for name, sql in _NEVER.items() if (wrong := rows(sql))]
        found += [f"{kind}: {wrong}" for firm, in rows("SELECT id FROM firms")
                  for kind, sql in CONTRADICTIONS.items() if (wrong := rows(sql, firm=firm))]
        for fact in facts:
            if fact.kind not in {"erasure", "export"} or is_drained:
                state = _STATES[fact.kind](rows, services.s3.bucket, fact, is_drained)
                found += [f"{fact} is {state}"] * (state != fact.values)
    return found


def _row(table, *columns):
    """Return a function that reads these columns of the fact's row."""
    def state(rows, _bucket, fact, _is_drained):
        found = rows(f"SELECT {', '.join(columns)} FROM {table} WHERE id = %s", fact.id)
        return dict(zip(columns, found[0], strict=True)) if found else None

    return state


def _upload(rows, bucket, fact, is_drained):
    """Return its state; its digest is that of the bytes in storage, and later the one that the worker recorded."""
    found = rows("SELECT status, storage_key, sha256 FROM uploads WHERE id = %s", fact.id)
    if not found:
        return None
    [(status, key, recorded)] = found
    stored = hashlib.sha256((bucket / key).read_bytes()).hexdigest()
    return {"status": status, "sha256": stored if recorded == stored or not is_drained else (stored, recorded)}


def _letter(rows, bucket, fact, _is_drained):
    """Return its state; its document has to be the file in storage, and each mail to its signer another one."""
    [(status, key, digest)] = rows(
        "SELECT status, 'files/' || firm_id || '/' || id || '/' || document_digest || '.pdf', document_digest "
        "FROM letters WHERE id = %s", fact.id)
    mails = [message_from_bytes(file.read_bytes()) for file in (bucket.parents[1] / "mail").glob("*.eml")]
    subjects = [mail["Subject"] for mail in mails if fact.values["signer"] in mail["To"]]
    if hashlib.sha256((bucket / key).read_bytes()).hexdigest() != digest or len(subjects) != len(set(subjects)):
        return {"digest": digest, "mails": subjects}
    return fact.values | {"status": status}


def _export(rows, bucket, fact, _is_drained):
    [(status, key)] = rows("SELECT status, storage_key FROM exports WHERE id = %s", fact.id)
    return {"status": status if key is None or zipfile.is_zipfile(bucket / key) else "damaged"}


def _erasure(rows, bucket, fact, _is_drained):
    is_left = rows("SELECT FROM matters WHERE id = %s", fact.values["matter_id"]) or [
        path for path in bucket.rglob("*") if fact.values["upload_id"] in str(path)]
    return {"left": is_left} if is_left else fact.values


_STATES = {"matter": _row("matters", "title", "client_id"), "status": _row("matters", "status"),
           "note": _row("matter_notes", "text"), "upload": _upload, "erasure": _erasure,
           "lead": _row("leads", "status", "matter_id"), "letter": _letter, "export": _export}
