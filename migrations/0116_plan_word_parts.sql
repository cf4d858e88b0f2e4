-- Keeps no statistics of the parts of words: the planner takes each for rare then, as the searches that ask for them are.
-- Locks: none that a request waits for.

ALTER INDEX matters_by_word_parts ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX clients_by_word_parts ALTER COLUMN 1 SET STATISTICS 0;
ALTER INDEX document_requests_by_word_parts ALTER COLUMN 1 SET STATISTICS 0;
