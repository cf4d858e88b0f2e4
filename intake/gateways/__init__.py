"""Clients of external services: the only code that opens outgoing connections. Imports no feature."""
