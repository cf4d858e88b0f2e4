"""Everything before somebody is a client: leads, conflict checks, engagement letters."""
