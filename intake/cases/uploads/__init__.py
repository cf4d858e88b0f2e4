"""The files that are handed in (interface, "Documents and uploads")."""
