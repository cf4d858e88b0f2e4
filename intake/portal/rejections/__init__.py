"""Telling clients which documents came back to them, and why."""
