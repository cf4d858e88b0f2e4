"""Everything before a person becomes a client: leads, conflict checks, engagement letters."""
