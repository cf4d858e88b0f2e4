"""The pages on which clients answer and hand in what their matter needs (decisions.md 7)."""
