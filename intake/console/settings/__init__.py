"""The settings: an overview of what the person may set."""
