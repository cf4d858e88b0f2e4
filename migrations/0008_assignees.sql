-- Staff see the matters that are assigned to them, and the clients of those, and nothing else.

CREATE INDEX matters_by_assignee ON matters (firm_id, assigned_attorney) INCLUDE (id, client_id)
    WHERE assigned_attorney IS NOT NULL;
