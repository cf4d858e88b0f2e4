-- Finds rare words in each firm's own part of an index, on every Postgres. Parts of short words have no index of their own.
-- Locks: none.

CREATE FUNCTION word_parts(firm_id text, VARIADIC texts text[]) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
COST 1000 AS $$
DECLARE
    words text := array_to_string(texts, ' ');
    firm text := right(firm_id, 8);
    part text;
    parts text[] := '{}';
BEGIN
    FOR place IN 1..length(words) LOOP
        part := split_part(substr(words, place, 3), ' ', 1);
        IF part <> '' THEN
            parts := parts || (firm || part);
        END IF;
    END LOOP;
    RETURN array_to_tsvector(parts);
END $$;
