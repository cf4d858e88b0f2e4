"""What contradicts itself in a firm's records: stored numbers, states and dates that follow from other records.

The database's triggers and the actions keep them. Each statement reads one snapshot, so Intake may run meanwhile.
"""

from intake.core.db import db

MOST_NAMED = 20
"""The records that are named for each kind of contradiction."""

CONTRADICTIONS = {
    "matters_with_other_numbers_of_documents":
        "SELECT matter.id FROM matters AS matter LEFT JOIN ("
        "SELECT matter_id, count(*) AS requests, count(*) FILTER (WHERE status = 'approved') AS complete "
        "FROM document_requests WHERE firm_id = %(firm)s GROUP BY matter_id) AS found ON found.matter_id = matter.id "
        "WHERE matter.firm_id = %(firm)s AND (matter.documents_count, matter.documents_complete) "
        "<> (coalesce(found.requests, 0), coalesce(found.complete, 0))",
    "clients_with_another_number_of_matters":
        "SELECT client.id FROM clients AS client LEFT JOIN ("
        "SELECT client_id, count(*) AS matters FROM matters WHERE firm_id = %(firm)s GROUP BY client_id) AS found "
        "ON found.client_id = client.id "
        "WHERE client.firm_id = %(firm)s AND client.matters_count <> coalesce(found.matters, 0)",
    "statuses_with_another_number_of_matters":
        "SELECT status || ' ' || practice_area FROM ("
        "SELECT status, practice_area, total FROM matter_counts WHERE firm_id = %(firm)s "
        "UNION ALL SELECT status, practice_area, -1 FROM matters WHERE firm_id = %(firm)s) AS change "
        "GROUP BY status, practice_area HAVING sum(total) <> 0",
    "bytes_beside_those_of_files":
        "SELECT sum(bytes)::text FROM ("
        "SELECT bytes FROM storage_used WHERE firm_id = %(firm)s "
        "UNION ALL SELECT bytes FROM storage_changes WHERE firm_id = %(firm)s "
        "UNION ALL SELECT -file_size_bytes FROM uploads WHERE firm_id = %(firm)s AND status <> 'issued' "
        "UNION ALL SELECT -file_size_bytes FROM court_forms WHERE firm_id = %(firm)s AND status <> 'issued'"
        ") AS change HAVING sum(bytes) <> 0",
    "matters_with_another_next_deadline":
        "SELECT matter.id FROM matters AS matter LEFT JOIN ("
        "SELECT matter_id, min(due_date) AS next FROM deadlines WHERE firm_id = %(firm)s AND NOT completed "
        "GROUP BY matter_id) AS found ON found.matter_id = matter.id "
        "WHERE matter.firm_id = %(firm)s AND matter.next_deadline IS DISTINCT FROM found.next",
    "matters_with_another_link":
        "SELECT matter.id FROM matters AS matter LEFT JOIN intake_links AS link "
        "ON (link.firm_id, link.matter_id) = (matter.firm_id, matter.id) AND link.revoked_at IS NULL "
        "WHERE matter.firm_id = %(firm)s AND matter.link_public_part IS DISTINCT FROM link.public_part",
    "matters_archived_without_a_time":
        "SELECT id FROM matters WHERE firm_id = %(firm)s AND (status = 'archived') <> (archived_at IS NOT NULL)",
    "matters_of_merged_clients":
        "SELECT matter.id FROM clients AS client JOIN matters AS matter "
        "ON (matter.firm_id, matter.client_id) = (client.firm_id, client.id) "
        "WHERE client.firm_id = %(firm)s AND client.merged_into IS NOT NULL",
    "documents_in_another_state_than_their_file":
        "SELECT document.id FROM document_requests AS document LEFT JOIN uploads AS upload "
        "ON (upload.firm_id, upload.id) = (document.firm_id, document.upload_id) "
        "WHERE document.firm_id = %(firm)s AND document.waived_reason IS NULL AND (document.status "
        "<> CASE upload.status WHEN 'approved' THEN 'approved' WHEN 'rejected' THEN 'rejected' "
        "WHEN 'pending' THEN 'uploaded' ELSE 'pending' END OR upload.document_id <> document.id)",
    "files_reviewed_without_a_time":
        "SELECT id FROM uploads WHERE firm_id = %(firm)s "
        "AND (status IN ('approved', 'rejected')) <> (reviewed_at IS NOT NULL)",
    "deliveries_to_endpoints_that_are_off":
        "SELECT delivery.id FROM deliveries AS delivery JOIN webhooks AS webhook "
        "ON (webhook.firm_id, webhook.id) = (delivery.firm_id, delivery.webhook_id) "
        "WHERE delivery.firm_id = %(firm)s AND delivery.status = 'pending' AND NOT webhook.active",
}
"""By kind, the statement that returns the ids of the records."""


def contradictions_of(firm_ids):
    """Return the ids of the firms' records that contradict others, by kind; at most `MOST_NAMED` of each."""
    found: dict[str, list[str]] = {kind: [] for kind in CONTRADICTIONS}
    with db.atomic():
        db.execute_sql("SET TRANSACTION READ ONLY")
        db.execute_sql("SET LOCAL statement_timeout = 0")
        for firm_id in firm_ids:
            for kind, statement in CONTRADICTIONS.items():
                found[kind] += [id for id, in db.execute_sql(statement, {"firm": firm_id}).fetchmany(MOST_NAMED)]
    return {kind: ids[:MOST_NAMED] for kind, ids in found.items()}
