"""gunicorn's configuration: a few processes with threads, forked after the application is loaded."""

import gc
import os
import shutil
import signal
import sys
from functools import partial

from config.settings import Settings, SettingsError
from intake.core.open_files import allow_files
from server.address import is_taken, problems_of_address
from server.numbers_folder import make_folder
from server.task_process import assign, give_up, perform_tasks
from server.turns import in_turns

try:
    _settings = Settings.load()
    if _problems := problems_of_address(_settings.host, _settings.port):
        raise SettingsError(_problems)
except SettingsError as error:
    sys.exit(str(error))

# The folder in which processes share the numbers for /metrics. The application reads it when it is loaded.
_metrics_dir = None
if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    _metrics_dir = os.environ["PROMETHEUS_MULTIPROC_DIR"] = make_folder()

bind = f"[{_settings.host}]:{_settings.port}" if ":" in _settings.host else f"{_settings.host}:{_settings.port}"
workers = _settings.web_concurrency + _settings.web_runs_worker
worker_class = "server.worker.BufferingWorker"
threads = _settings.web_threads
worker_connections = _settings.web_connections
preload_app = True
keepalive = 75
graceful_timeout = 8  # platforms kill ten seconds after SIGTERM
timeout = 60
control_socket_disable = True
sendfile = False  # it would wait for slow clients
# What a proxy says of a request is read by ProxyFix, as far as TRUSTED_PROXIES says. gunicorn would take it from every
# client of a proxy on this machine, and where a platform sets FORWARDED_ALLOW_IPS to *. SCRIPT_NAME changes all paths.
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}
limit_request_line = 8190  # the sign-in page's address contains that of the page it leads to

_LEAST_CONNECTIONS = 10
_BUFFERS = ("request_counter", "audited_reads", "unsettled_keys", "occurrences")

if _settings.web_runs_worker:
    from worker import worker_of  # before the fork, and after PROMETHEUS_MULTIPROC_DIR is set

# A connection may need two files beside its socket. If not so many are allowed, fewer connections leave room for the
# database's, and for files read from disk.
_files = allow_files(3 * worker_connections + 200)
worker_connections = min(worker_connections, max(_LEAST_CONNECTIONS, (_files - 200) // 3))


def on_starting(server):
    if bind in server.cfg.bind and not {"GUNICORN_FD", "LISTEN_FDS"} & os.environ.keys() and is_taken(
            _settings.host, _settings.port):
        sys.exit(str(SettingsError({"PORT": ["Another program listens on it. End that one, or choose another port."]})))


def on_exit(_server):
    if _metrics_dir:
        shutil.rmtree(_metrics_dir, ignore_errors=True)


def pre_fork(server, worker):
    if _settings.web_runs_worker:
        assign(server, worker)


def on_reload(server):
    give_up(server)


def post_fork(server, _worker):
    # A process that has not begun to serve may end at once. It has inherited handlers that only take a note.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    while not server.SIG_QUEUE.empty():
        if server.SIG_QUEUE.get() == signal.SIGTERM:
            sys.exit(0)


def post_worker_init(worker):
    if worker.performs_tasks:
        worker.run = partial(perform_tasks, worker, worker_of)
        return
    worker.wsgi.wsgi_app = in_turns(worker.wsgi.wsgi_app)
    worker.drain_seconds = _settings.drain_seconds
    worker.wsgi.extensions["is_stopping"] = lambda: not worker.alive
    for name in _BUFFERS:
        worker.wsgi.extensions[name].start()  # not earlier: threads do not survive a fork


def worker_exit(_server, worker):
    if worker.wsgi and not worker.performs_tasks:  # it may have failed to load
        for name in _BUFFERS:
            worker.wsgi.extensions[name].stop()


def when_ready(server):
    server.app.wsgi().url_map.update()  # otherwise prepared at the first request, in each process
    # Memory from before the fork stays shared only while the garbage collector does not write to it.
    gc.collect()
    gc.freeze()
