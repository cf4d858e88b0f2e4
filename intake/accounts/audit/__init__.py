"""The audit log of a firm: who did what, when and from where."""
