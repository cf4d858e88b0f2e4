"""What a kind of case needs from its client: a form and a checklist, ready to be applied."""
