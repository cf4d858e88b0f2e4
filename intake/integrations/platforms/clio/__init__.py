"""Clio Manage, API version 4 (integration A)."""
