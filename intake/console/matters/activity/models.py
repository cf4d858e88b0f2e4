"""The entries of the audit log about a matter or about anything in it."""

from intake.accounts.audit.models import ACTOR_NAME
from intake.core.db import db

_ENTRIES = f"""
    WITH about AS (
        SELECT %(matter_id)s AS id
        UNION ALL SELECT id FROM document_requests WHERE (firm_id, matter_id) = (%(firm_id)s, %(matter_id)s)
        UNION ALL SELECT uploads.id FROM document_requests JOIN uploads
            ON (uploads.firm_id, uploads.document_id) = (document_requests.firm_id, document_requests.id)
            WHERE (document_requests.firm_id, document_requests.matter_id) = (%(firm_id)s, %(matter_id)s)
        UNION ALL SELECT id FROM intake_links WHERE (firm_id, matter_id) = (%(firm_id)s, %(matter_id)s)
        UNION ALL SELECT id FROM intake_forms WHERE (firm_id, matter_id) = (%(firm_id)s, %(matter_id)s)
        UNION ALL SELECT id FROM deadlines WHERE (firm_id, matter_id) = (%(firm_id)s, %(matter_id)s)
        UNION ALL SELECT id FROM matter_notes WHERE (firm_id, matter_id) = (%(firm_id)s, %(matter_id)s)
        UNION ALL SELECT id FROM matter_parties WHERE (firm_id, matter_id) = (%(firm_id)s, %(matter_id)s)
        UNION ALL SELECT id FROM conflict_checks WHERE (firm_id, matter_id) = (%(firm_id)s, %(matter_id)s)
        UNION ALL SELECT conflict_checks.id FROM leads JOIN conflict_checks
            ON (conflict_checks.firm_id, conflict_checks.lead_id) = (leads.firm_id, leads.id)
            WHERE (leads.firm_id, leads.matter_id) = (%(firm_id)s, %(matter_id)s)
        UNION ALL SELECT id FROM communications WHERE (firm_id, matter_id) = (%(firm_id)s, %(matter_id)s)
        UNION ALL SELECT id FROM letters WHERE (firm_id, matter_id) = (%(firm_id)s, %(matter_id)s)
        UNION ALL SELECT id FROM court_form_fills WHERE (firm_id, matter_id) = (%(firm_id)s, %(matter_id)s)
        UNION ALL SELECT id FROM sync_logs WHERE (firm_id, matter_id) = (%(firm_id)s, %(matter_id)s)
        UNION ALL SELECT record_id FROM audit_log WHERE firm_id = %(firm_id)s
            AND details ->> 'matter_id' = %(matter_id)s
            AND action IN ('document.deleted', 'deadline.deleted', 'note.deleted', 'fill.removed'))
    SELECT t1.id, t1.created_at AS at, t1.action, t1.actor_type, t1.actor_id, t1.record_type, t1.record_id, t1.address,
           t1.details, {ACTOR_NAME} AS actor_name,
           CASE t1.record_type
           WHEN 'document' THEN (SELECT name FROM document_requests
                                 WHERE (firm_id, id) = (t1.firm_id, t1.record_id))
           WHEN 'upload' THEN (SELECT filename FROM uploads WHERE (firm_id, id) = (t1.firm_id, t1.record_id))
           WHEN 'deadline' THEN (SELECT title FROM deadlines WHERE (firm_id, id) = (t1.firm_id, t1.record_id))
           WHEN 'party' THEN (SELECT name FROM matter_parties WHERE (firm_id, id) = (t1.firm_id, t1.record_id))
           END AS subject
    FROM (SELECT entry.* FROM about CROSS JOIN LATERAL (
              SELECT * FROM audit_log WHERE firm_id = %(firm_id)s AND record_id = about.id AND id < %(before)s
              AND record_type <> ALL (%(hidden)s) AND (%(kinds)s::text[] IS NULL OR record_type = ANY (%(kinds)s))
              AND (%(who)s::text[] IS NULL OR actor_type = ANY (%(who)s) OR actor_id = ANY (%(who)s))
              ORDER BY id DESC LIMIT %(limit)s) AS entry
          ORDER BY entry.id DESC LIMIT %(limit)s) AS t1
    ORDER BY t1.id DESC"""  # noqa: S608 (constants of our own)

_AFTER_ALL = "aud_~"
_OF_FILES = ["document", "upload", "intake_link", "fill"]


def entries_of(caller, matter, query):
    """Return a page of entries about the matter, the newest first, and the cursor of the next page, None at the end.

    The query has `per_page` and may have `cursor`, `kinds` (types of records) and `who` (types of actors, or ids).
    Callers who may not read documents see nothing about them.
    """
    limit = query["per_page"]
    cursor = db.execute_sql(_ENTRIES, {
        "firm_id": caller.firm_id, "matter_id": matter.id, "before": query.get("cursor", _AFTER_ALL),
        "hidden": [] if caller.may("documents:read") else _OF_FILES, "limit": limit + 1,
        "kinds": query.get("kinds"), "who": query.get("who")})
    names = [column.name for column in cursor.description]
    rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    return rows[:limit], rows[limit - 1]["id"] if len(rows) > limit else None
