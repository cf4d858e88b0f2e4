"""Engagement letters: the firm's templates, letters of matters, who signs them, and the sealed result."""
