"""What the firm was told of, each entry with the way to its record."""
