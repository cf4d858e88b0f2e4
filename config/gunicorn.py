"""How gunicorn serves Intake: a few processes of threads, loaded once and shared by forking."""

import gc
import os
import shutil
import tempfile

from config.settings import Settings

_settings = Settings.load_or_exit()

# Where the processes share what /metrics adds up. Set before the application is loaded, which looks for it then.
_figures = None
if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    _figures = os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="intake-metrics-")

bind = f"{_settings.host}:{_settings.port}"
workers = _settings.web_concurrency
worker_class = "gthread"
threads = _settings.web_threads
preload_app = True
keepalive = 75
graceful_timeout = 8  # platforms kill ten seconds after SIGTERM
timeout = 60
control_socket_disable = True
limit_request_line = 8190  # the sign-in page's address holds that of the page it leads to


def on_exit(_server):
    if _figures:
        shutil.rmtree(_figures, ignore_errors=True)


def post_worker_init(worker):
    worker.wsgi.extensions["request_tally"].start()  # not before: threads do not live through a fork


def worker_exit(_server, worker):
    if worker.wsgi:  # it may have failed to load
        worker.wsgi.extensions["request_tally"].stop()


def when_ready(_server):
    # What is loaded before the fork stays shared only while the collector does not touch it.
    gc.collect()
    gc.freeze()
