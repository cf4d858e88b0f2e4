"""OAuth applications, which act for people who allow it."""
