"""`/settings/records`: everything of the firm, or of a client, as a file."""
