"""Tests of the way from a first contact to an engaged client."""
