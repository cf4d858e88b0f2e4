"""Figures about the firm's intake: charts, each with its table."""
