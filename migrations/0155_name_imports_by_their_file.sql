-- Keeps the name of the file whose matters are imported, by which a list names an import.
-- Locks: matter_imports, for a moment; rows are not rewritten.

ALTER TABLE matter_imports ADD COLUMN filename text;
