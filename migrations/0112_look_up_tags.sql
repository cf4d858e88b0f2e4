-- A matter's tags as they are looked up, each after the firm's id; ASCII letters are small, by every locale of a database.
-- Locks: none.

CREATE FUNCTION tag_keys(firm_id text, tags jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_agg(firm_id || ' ' || lower(tag COLLATE "C"))
    FROM jsonb_array_elements_text(CASE jsonb_typeof(tags) WHEN 'array' THEN tags ELSE '[]' END) AS tag
$$;
