"""The firm's connections to practice-management platforms: how they fare, what is synced, and what went wrong."""
