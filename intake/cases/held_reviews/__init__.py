"""Decisions about files that can be undone for some seconds."""
