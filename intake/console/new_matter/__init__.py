"""New matter: from a client's name to a sent link, on one page."""
