"""Passwords: checking, changing and forgetting them."""
