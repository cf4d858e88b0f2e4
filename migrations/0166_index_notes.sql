-- Finds notes by their words, or the latest of them.
-- Locks: none; the indexes are built beside the requests.

CREATE INDEX CONCURRENTLY matter_notes_by_update ON matter_notes (firm_id, updated_at, id);
CREATE INDEX CONCURRENTLY matter_notes_by_word_parts ON matter_notes USING gin (word_parts(firm_id, search_key))
    WITH (gin_pending_list_limit = 256);
