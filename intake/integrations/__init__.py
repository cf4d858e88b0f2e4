"""Other systems: the firm's webhook endpoints and practice-management platforms."""
