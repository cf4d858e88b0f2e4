"""Entering a lead and changing what is known of one."""
