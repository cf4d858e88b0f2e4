"""The signed-in user's own account."""
