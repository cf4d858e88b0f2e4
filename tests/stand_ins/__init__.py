"""Stand-ins for external servers and their requests, including faults."""
