"""The first steps of a new firm, each a page on which it can be taken."""
