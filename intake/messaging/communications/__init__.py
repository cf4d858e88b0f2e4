"""Messages between a firm and the client of a matter."""
