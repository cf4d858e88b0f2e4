-- Conflict checks keep no digests of erased names, and only the transactions that erase a whole firm delete them.
-- Locks: none.

-- What stands in a check after an erasure: the same value, in which a mark takes the place of some texts.
CREATE OR REPLACE FUNCTION is_emptied(old_value jsonb, new_value jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF old_value IS NOT DISTINCT FROM new_value THEN
        RETURN true;
    ELSIF jsonb_typeof(old_value) <> jsonb_typeof(new_value) THEN
        RETURN false;
    ELSIF jsonb_typeof(old_value) = 'string' THEN
        RETURN new_value #>> '{}' = '[…]';
    ELSIF jsonb_typeof(old_value) = 'array' THEN
        RETURN jsonb_array_length(old_value) = jsonb_array_length(new_value) AND NOT EXISTS (
            SELECT FROM generate_series(0, jsonb_array_length(old_value) - 1) AS place
            WHERE NOT is_emptied(old_value -> place, new_value -> place));
    ELSIF jsonb_typeof(old_value) = 'object' THEN
        RETURN ARRAY(SELECT jsonb_object_keys(old_value) ORDER BY 1) = ARRAY(
            SELECT jsonb_object_keys(new_value) ORDER BY 1) AND NOT EXISTS (
            SELECT FROM jsonb_each(old_value) AS each WHERE NOT is_emptied(each.value, new_value -> each.key));
    END IF;
    RETURN false;
END $$;

-- An erasure replaces texts by the mark. That of a whole firm, which has been confirmed, deletes the rows; only the
-- transactions that do so name it.
CREATE OR REPLACE FUNCTION protect_conflict_checks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    texts CONSTANT text[] := '{names,sought,hits,note}';
    emptied jsonb;
    kept jsonb := to_jsonb(OLD);
BEGIN
    IF current_setting('intake.erased_firm', true) = OLD.firm_id
            AND EXISTS (SELECT FROM erasures WHERE firm_id = OLD.firm_id AND kind = 'firm') THEN
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
