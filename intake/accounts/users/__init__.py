"""The people of a firm."""
