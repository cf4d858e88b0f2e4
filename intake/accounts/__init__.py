"""Firms and their people: sign-in, permissions, API keys, applications, logo, onboarding."""
