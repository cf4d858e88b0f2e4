"""Templates as JSON files."""
