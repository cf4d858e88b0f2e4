"""A template as the client sees it, to look at only."""
