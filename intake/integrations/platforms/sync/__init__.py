"""Runs: bringing a matter to a platform, or counting what is there; each as often as it takes."""
