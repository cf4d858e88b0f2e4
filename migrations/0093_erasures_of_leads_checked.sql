-- The kinds of erasures are checked.
-- Locks: none that keeps anything waiting.

ALTER TABLE erasures VALIDATE CONSTRAINT erasures_kind_check;
