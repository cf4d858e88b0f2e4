"""Merging duplicates of a client: everything moves to the one who stays, and can be moved back for a day."""
