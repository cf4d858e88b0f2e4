"""The templates of letters: the list, and the editor with its preview."""
