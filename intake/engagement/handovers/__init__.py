"""Handing over a person's matters to a colleague."""
