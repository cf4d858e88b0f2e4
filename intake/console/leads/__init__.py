"""Leads: the inbox, one of them, deciding about it, and making it a client."""
