"""Leads: the inbox, a single lead, the decision about it, and its conversion to a client."""
