-- So that a client's own copy has nothing written to an earlier client, also where the matter changed hands before
-- this was noted (0107). Of those changes the audit log says when they were, not whose the matter was.
-- Locks: the matters that had another client, for a moment. It reads the audit log once.

UPDATE matters SET client_since = changed.at
FROM (SELECT firm_id, record_id, max(created_at) AS at FROM audit_log
      WHERE action = 'matter.updated' AND details -> 'fields' ? 'client_id' GROUP BY firm_id, record_id) AS changed
WHERE matters.firm_id = changed.firm_id AND matters.id = changed.record_id AND matters.client_since IS NULL;
