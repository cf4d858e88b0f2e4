"""The HTTP interface as data. Nothing here imports the application."""
