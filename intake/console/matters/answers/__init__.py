"""The intake form of a matter, with the client's answers."""
