"""Clio Manage, API version 4."""
