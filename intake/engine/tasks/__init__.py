"""Tasks: rows that describe the worker's work, and the RQ queues that distribute it."""
