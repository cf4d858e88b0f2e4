"""What happened in a matter: its entries of the audit log, in sentences."""
