"""Giving a matter its client, or another one."""
