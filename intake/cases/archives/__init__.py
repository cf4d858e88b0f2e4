"""The files of a matter in one zip archive."""
