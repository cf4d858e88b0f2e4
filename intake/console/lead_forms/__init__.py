"""The page that sets up the lead form, and the link that asks a cleared lead what happened."""
