"""Erasing for good: what goes, who confirms it, how far it is, and the certificate."""
