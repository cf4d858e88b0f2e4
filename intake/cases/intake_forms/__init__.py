"""Intake forms: the questions to a client, and the answers."""
