"""A read-only view of a template as the client sees it."""
