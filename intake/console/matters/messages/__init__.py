"""The messages between the firm and the client of a matter."""
