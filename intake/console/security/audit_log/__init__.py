"""The audit log in words, filtered, and its export."""
