"""Asking a cleared lead what happened."""
