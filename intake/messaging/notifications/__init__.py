"""Notifications of a firm: its feed, and alerts by mail and SMS."""
