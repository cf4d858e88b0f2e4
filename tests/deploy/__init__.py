"""The files with which Intake is deployed: the files they name exist, and the Procfile's commands work."""
