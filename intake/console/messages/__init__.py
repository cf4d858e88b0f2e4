"""Messages: what was written to clients and what they answered, across matters."""
