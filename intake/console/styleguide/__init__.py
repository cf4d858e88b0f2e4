"""Every component of the pages in every state, in local runs."""
