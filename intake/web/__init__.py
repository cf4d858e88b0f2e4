"""What every page shares: the base page and its styles."""
