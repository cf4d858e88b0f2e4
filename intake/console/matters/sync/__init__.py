"""The sync of a matter to the platforms that the firm is connected to."""
