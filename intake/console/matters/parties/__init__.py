"""The parties of a matter, and its conflict check."""
