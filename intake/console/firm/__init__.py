"""The firm: its profile, what its clients see of it, and when they are reminded."""
