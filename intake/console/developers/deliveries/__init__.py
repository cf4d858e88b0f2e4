"""What was delivered to all endpoints."""
