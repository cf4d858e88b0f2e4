"""Delivers events to webhook endpoints: claiming, sending, recording outcomes."""
