-- Deliveries to all endpoints of a firm, the newest first.

CREATE INDEX deliveries_by_firm ON deliveries (firm_id, created_at, id);
