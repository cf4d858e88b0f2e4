"""The tab of a matter for filling in court forms and asking the client for missing values."""
