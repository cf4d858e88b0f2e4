"""The tab of a matter with its letters: writing one, sending it, following it, signing for the firm."""
