-- An import of a firm that is taken back leaves nothing, also of tables whose rows are not deleted otherwise; privacy
-- requests have who made sure who asks, and when.
-- Locks: privacy_requests, for a moment.

ALTER TABLE privacy_requests ADD COLUMN verified_at timestamptz;
ALTER TABLE privacy_requests ADD COLUMN verified_by text;

CREATE OR REPLACE FUNCTION protect_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    chained CONSTANT text[] := '{position,previous_hash,hash}';
    sealed CONSTANT text[] := '{address,request_id,details,sealed_by}';
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.position IS NULL AND to_jsonb(NEW) - chained = to_jsonb(OLD) - chained THEN
        RETURN NEW;
    ELSIF TG_OP = 'UPDATE' AND OLD.position IS NOT NULL AND OLD.sealed_by IS NULL AND NEW.sealed_by IS NOT NULL
            AND NEW.address IS NULL AND NEW.request_id IS NULL AND NEW.details = '{}'
            AND to_jsonb(NEW) - sealed = to_jsonb(OLD) - sealed THEN
        RETURN NEW;
    ELSIF TG_OP = 'DELETE'
            AND (OLD.position < (SELECT first_position FROM audit_chains WHERE firm_id = OLD.firm_id)
                OR EXISTS (SELECT FROM firm_imports WHERE firm_id = OLD.firm_id AND step < 0)) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only';
END $$;

CREATE OR REPLACE FUNCTION protect_conflict_checks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    texts CONSTANT text[] := '{names,sought,hits,note}';
    emptied jsonb;
    kept jsonb := to_jsonb(OLD);
BEGIN
    IF current_setting('intake.erased_firm', true) = OLD.firm_id
            AND (EXISTS (SELECT FROM erasures WHERE firm_id = OLD.firm_id AND kind = 'firm')
                OR EXISTS (SELECT FROM firm_imports WHERE firm_id = OLD.firm_id AND step < 0)) THEN
        RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    ELSIF TG_OP = 'UPDATE' THEN
        emptied := to_jsonb(NEW);
        IF emptied - texts = kept - texts AND NOT EXISTS (
                SELECT FROM unnest(texts) AS name WHERE NOT is_emptied(kept -> name, emptied -> name)) THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'a conflict check is never changed';
END $$;
