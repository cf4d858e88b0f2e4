"""Saved views: addresses of the console's lists, with filters and order, that people keep by a name."""
