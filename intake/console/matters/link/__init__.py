"""The intake link of a matter."""
