"""Keeping, handing over and erasing a firm's records."""
