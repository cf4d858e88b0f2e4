"""Review: the files that wait for a decision, one by one."""
