"""What a client is asked before the lawyer begins, and what they answered."""
