"""Passwords: verification, change and reset."""
