"""How an installation of Intake is set up: its settings, its plans and its web server."""
