"""Applications that people let act for them."""
