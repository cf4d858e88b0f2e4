"""The page that sets up the lead form, and the link by which a cleared lead is asked what happened."""
