"""The only code that opens a socket to somebody else; imports no feature."""
