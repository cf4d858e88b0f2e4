"""What the firm was told about, each entry with a link to its record."""
