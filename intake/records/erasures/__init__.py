"""Erasing a client, a matter, a document, a lead or a whole firm for good, with everything that was copied from it."""
