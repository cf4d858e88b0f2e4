"""Making a lead a client."""
