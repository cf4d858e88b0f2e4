"""Tests of court forms."""
