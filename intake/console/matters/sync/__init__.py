"""What of a matter is synced to the platforms that the firm is connected to."""
