"""Signing in: sessions, passwords, and the second factor."""
