"""The web server: gunicorn's threads behind a loop that no slow client can occupy (docs/decisions/0017)."""
