"""Tests of the pages of letters."""
