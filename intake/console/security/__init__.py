"""Sessions, failed sign-ins, and the audit log."""
