-- Keeps no statistics of the parts of words in notes, as of those in titles.
-- Locks: none that a request waits for.

ALTER INDEX matter_notes_by_word_parts ALTER COLUMN 1 SET STATISTICS 0;
