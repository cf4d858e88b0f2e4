"""Stand-ins for external servers and what they send, their faults included."""
