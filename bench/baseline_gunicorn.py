"""gunicorn's settings for the baseline: Intake's, without the hooks of Intake's application."""

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
