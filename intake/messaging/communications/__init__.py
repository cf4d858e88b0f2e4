"""Messages between a firm and a matter's client."""
