"""Saved views: addresses of the console's lists, with filters and order, saved under a name."""
