"""What a firm uses of its plan (interface, "Usage statistics")."""
