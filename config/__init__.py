"""Configuration: settings, plans and the web server."""
