"""Photos of the pages of a document, which become one PDF."""
