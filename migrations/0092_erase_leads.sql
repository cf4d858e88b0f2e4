-- A lead that never became a client can be erased by itself.
-- Locks: erasures, for a moment.

ALTER TABLE erasures DROP CONSTRAINT erasures_kind_check;
ALTER TABLE erasures ADD CONSTRAINT erasures_kind_check
    CHECK (kind IN ('client', 'matter', 'document', 'lead', 'firm')) NOT VALID;
