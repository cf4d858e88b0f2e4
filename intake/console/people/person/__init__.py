"""Somebody of the firm: the role, the signed-in browsers, the matters, and whether they may sign in."""
