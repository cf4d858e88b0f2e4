"""The intake form of a matter, with what the client answered."""
