"""The firm's notes about a matter."""
