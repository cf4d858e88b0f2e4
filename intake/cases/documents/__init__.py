"""What a firm asks its client to hand in."""
