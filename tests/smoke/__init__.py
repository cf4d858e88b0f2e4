"""Web server and worker as processes, through what every installation does: run with each Python that is supported."""
