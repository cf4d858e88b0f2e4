"""The first and the last page that clients see."""
