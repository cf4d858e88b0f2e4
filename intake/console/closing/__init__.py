"""`/settings/records/close`: closing the firm, and taking that back."""
