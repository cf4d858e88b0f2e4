"""Handing over somebody's matters to a colleague."""
