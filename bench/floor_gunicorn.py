"""The floor's gunicorn: set up as Intake's, without the hooks that serve Intake's own application."""

from config.gunicorn import (  # noqa: F401 (gunicorn reads them here)
    bind,
    control_socket_disable,
    keepalive,
    preload_app,
    threads,
    timeout,
    when_ready,
    worker_class,
    workers,
)
