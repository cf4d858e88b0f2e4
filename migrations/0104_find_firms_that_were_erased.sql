-- Who paid for a firm that was erased is removed at Stripe.
-- Locks: none; the index is built beside the requests.

CREATE INDEX CONCURRENTLY erasures_of_firms ON erasures (firm_id) WHERE kind = 'firm';
