"""Engagement letters: the firm's templates, the letters of matters, their signers, and the sealed PDF."""
