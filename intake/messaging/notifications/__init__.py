"""What a firm is told of: its feed, and alerts by mail and SMS."""
