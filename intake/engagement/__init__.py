"""From the first contact to an engaged client."""
