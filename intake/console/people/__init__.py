"""The people of the firm: invitations, roles, and what happens when somebody leaves."""
