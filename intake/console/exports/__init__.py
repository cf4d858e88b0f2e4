"""`/settings/records`: all data of the firm or of a client as a file."""
