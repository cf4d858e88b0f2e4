"""Legal holds: what must not be lost of a client, a matter, or all matters that a search finds (docs/records.md)."""
