"""Setting a new firm up, step by step (interface, "Onboarding state")."""
