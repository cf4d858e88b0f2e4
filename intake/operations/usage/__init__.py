"""What a firm uses of its plan."""
