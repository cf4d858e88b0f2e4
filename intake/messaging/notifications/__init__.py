"""What a firm is told about: its feed, and alerts by mail and SMS."""
