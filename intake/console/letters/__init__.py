"""The tab with a matter's letters: writing, sending, following and countersigning them."""
