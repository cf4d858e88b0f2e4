"""New matter: from a client's name to the link that was sent, on one page."""
