"""The templates: the list of them, and what each asks of a client."""
