"""Review: the files that wait for a decision, one after the other."""
