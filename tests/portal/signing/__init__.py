"""Tests of the pages on which letters are signed."""
