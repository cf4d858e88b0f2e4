"""The people of the firm: inviting them, their roles, and what becomes of those who leave."""
