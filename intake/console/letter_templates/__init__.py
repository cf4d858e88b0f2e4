"""The texts of letters: the list of them, and the editor with its preview."""
