"""A matter as its client sees it, to look at only."""
