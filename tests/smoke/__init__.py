"""Web server and worker as processes in the usual steps of an installation, run with each supported Python."""
