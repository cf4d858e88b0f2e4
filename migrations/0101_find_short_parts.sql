-- What the indexes of searches for one or two characters have; `flask db reindex-search` creates these.
-- Locks: none.

-- The parts of a text that a search for one or two characters looks up; null if there are none. Each character that is
-- no Latin letter, and each pair that has a mark or a letter of another script, or is followed by one. Longer words, and
-- pairs that a Latin letter follows, are found by the indexes of trigrams (intake/core/text_search.py).
CREATE FUNCTION short_parts(words text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    IF words !~ '[^a-zàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĳĵķĸĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž ]' THEN
        RETURN NULL;
    END IF;
    RETURN string_to_array(regexp_replace(words, '[a-zàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĳĵķĸĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž ]+', '', 'g'), NULL) || ARRAY(
        SELECT substr(part[1], place, 2)
        FROM regexp_matches(words, '(?:[^ ]{0,2}[^0-9a-zàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĳĵķĸĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżž ]+)+[^ ]?', 'g') AS part,
            generate_series(1, length(part[1]) - 1) AS place);
END $$;
