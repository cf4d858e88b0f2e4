"""The web server: gunicorn's threads behind a loop that keeps slow clients away from them (docs/decisions/0017)."""
