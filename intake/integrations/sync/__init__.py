"""Sync runs: send a matter to a platform, or count the matters there; each run may be repeated."""
