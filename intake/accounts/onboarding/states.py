"""The steps of onboarding."""

STEPS = ("welcome", "practice_areas", "doc_templates", "notifications", "invite_team", "ready")
"""In order; step 1 is the first."""
