-- Says how long a client without a matter is kept, as the views of matters and leads do.
-- Locks: none.

CREATE VIEW client_retention AS
    SELECT client.firm_id, client.id AS client_id, schedule.id AS schedule_id, dated.closed_on,
           (dated.closed_on + make_interval(years => schedule.years))::date AS destroy_after
    FROM clients client
    JOIN firms firm ON firm.id = client.firm_id
    CROSS JOIN LATERAL (SELECT (client.changed_at AT TIME ZONE firm.timezone)::date AS closed_on) dated
    JOIN retention_schedules schedule ON schedule.firm_id = client.firm_id AND schedule.kind = 'clients'
    WHERE client.matters_count = 0;
