"""Changing a template: its details, its questions and its documents."""
