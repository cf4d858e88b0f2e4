"""The people whom a firm represents."""
