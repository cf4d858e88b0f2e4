"""The firm's connections to practice-management platforms: their state, settings and errors."""
