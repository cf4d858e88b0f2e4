"""What a firm keeps, hands over and lets go of."""
