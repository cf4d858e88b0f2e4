"""The activity in a matter: its entries of the audit log, in sentences."""
