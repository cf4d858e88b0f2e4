"""Clients: the list of them, and each with their matters and messages."""
