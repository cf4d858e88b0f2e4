"""Tests of engagement letters."""
