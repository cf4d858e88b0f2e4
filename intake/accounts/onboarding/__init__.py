"""Setting a new firm up, step by step."""
