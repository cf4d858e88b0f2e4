"""Document requests: the documents that a firm asks its client to hand in."""
