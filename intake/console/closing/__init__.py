"""`/settings/records/close`: closing the firm, and cancelling that."""
