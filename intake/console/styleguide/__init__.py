"""Every component of the pages in every state, for local installations only."""
