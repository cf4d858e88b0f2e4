"""The versions of a template: compared in words, and restored."""
