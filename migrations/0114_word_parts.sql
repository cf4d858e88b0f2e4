-- Finds rare words in each firm's own part of an index, on every Postgres. Parts of short words have no index of their own.
-- Locks: none.

CREATE FUNCTION word_parts(firm_id text, VARIADIC texts text[]) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
COST 1000 AS $$
DECLARE
    firm text := right(firm_id, 8);
    word text;
    parts text[] := '{}';
BEGIN
    FOREACH word IN ARRAY string_to_array(array_to_string(texts, ' '), ' ') LOOP
        FOR place IN 1..length(word) LOOP
            parts := parts || (firm || substr(word, place, 3));
        END LOOP;
    END LOOP;
    RETURN array_to_tsvector(parts);
END $$;
