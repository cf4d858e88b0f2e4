"""Connections to practice-management platforms: Clio and Lawmatics."""
