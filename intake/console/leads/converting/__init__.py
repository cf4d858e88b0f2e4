"""Converting a lead to a client."""
