"""Connections to practice-management platforms: Clio and Lawmatics (interface, "Integration endpoints")."""
