"""The templates: the list, and the contents of each."""
