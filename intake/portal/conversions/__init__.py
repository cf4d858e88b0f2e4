"""Making a lead a client with a matter and an intake link."""
