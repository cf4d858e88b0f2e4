"""The deliveries to all endpoints."""
