"""A person of the firm: the role, the signed-in browsers, the matters, and suspension."""
