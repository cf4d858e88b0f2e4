"""gunicorn's configuration: a few processes with threads, forked after the application is loaded."""

import gc
import os
import shutil
import tempfile

from config.settings import Settings

_settings = Settings.load_or_exit()

# Where processes share the numbers for /metrics. Set before the application is loaded, which reads it then.
_metrics_dir = None
if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    _metrics_dir = os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="intake-metrics-")

bind = f"{_settings.host}:{_settings.port}"
workers = _settings.web_concurrency
worker_class = "gthread"
threads = _settings.web_threads
preload_app = True
keepalive = 75
graceful_timeout = 8  # platforms kill ten seconds after SIGTERM
timeout = 60
control_socket_disable = True
limit_request_line = 8190  # the sign-in page's address contains that of the page it leads to

_COUNTERS = ("request_counter", "audited_reads")


def on_exit(_server):
    if _metrics_dir:
        shutil.rmtree(_metrics_dir, ignore_errors=True)


def post_worker_init(worker):
    for name in _COUNTERS:
        worker.wsgi.extensions[name].start()  # not earlier: threads do not survive a fork


def worker_exit(_server, worker):
    if worker.wsgi:  # it may have failed to load
        for name in _COUNTERS:
            worker.wsgi.extensions[name].stop()


def when_ready(_server):
    # Memory from before the fork stays shared only while the garbage collector does not write to it.
    gc.collect()
    gc.freeze()
