"""What was saved of a template: compared in words, and restored."""
