"""A read-only view of a matter as its client sees it."""
