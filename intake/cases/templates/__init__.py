"""Intake templates: a form and a checklist for a kind of case, ready to be applied."""
