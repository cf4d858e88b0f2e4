"""Tests of the steps from a first contact to an engaged client."""
