"""Loads modules once, and forks for every command that it receives (`tests/preloaded.py`).

    python -m tests.fork_server SOCKET MODULE…

The process itself has no threads and no connections, which a fork would break.
"""

import atexit
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import sys
import threading
from contextlib import suppress
from types import SimpleNamespace

from intake.gateways.storage import Storage
from local.child import end_with_parent
from tests.compiled_templates import keep

FORGOTTEN = ("app", "worker", "intake.page_blueprints", "intake.operations.metrics", "prometheus_client")
"""Modules that every process loads itself, because they read the environment on import, and their importers."""


def main(connection, *modules):
    """Fork for each command until the connection ends. In the fork, return the command."""
    gc.disable()  # of what is imported nothing is garbage
    for name in modules:
        importlib.import_module(name)
    for name in [name for name in sys.modules if any(f"{name}.".startswith(f"{each}.") for each in FORGOTTEN)]:
        del sys.modules[name]
    _load_descriptions()
    keep()
    assert threading.active_count() == 1
    gc.collect()
    gc.freeze()
    gc.enable()
    ended, awake = os.pipe()
    os.set_blocking(awake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(awake, warn_on_full_buffer=False)
    server, exits = os.getpid(), {}
    with socket.socket(fileno=int(connection)) as requests:
        while True:
            ready, _, _ = select.select([requests, ended], [], [])
            if ended in ready:
                os.read(ended, 1024)
                _report(exits)
            if requests in ready:
                command, stop_signal, env, streams, exits["new"] = _receive(requests)
                pid = os.fork()
                if pid == 0:
                    break
                exits[pid] = exits.pop("new")
                for file in streams:
                    os.close(file)
                requests.sendall(pid.to_bytes(4, "big"))
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    end_with_parent(stop_signal, server)
    for number, file in enumerate(streams):
        os.dup2(file, number)
    for file in (*streams, *exits.values(), ended, awake):
        os.close(file)
    os.environ.clear()
    os.environ.update(env)
    return command


def _load_descriptions():
    """Let the descriptions of the storage's service be loaded, which every application needs."""
    parts = ("bucket", "ca_file", "endpoint_url", "public_endpoint_url", "access_key_id", "secret_access_key")
    unset = {f"s3_{part}": None for part in parts}
    Storage(SimpleNamespace(s3_region="us-east-1", s3_addressing_style="auto", **unset))


def _receive(requests):
    """Return [words, number of the signal, environment, streams, where the exit code is written]; exit at the end."""
    head, (*streams, end), _, _ = socket.recv_fds(requests, 4, 4) if requests.recv(1, socket.MSG_PEEK) else sys.exit()
    return *json.loads(requests.recv(int.from_bytes(head, "big"), socket.MSG_WAITALL)), streams, end


def _report(exits):
    """Write the exit codes of the processes that have ended."""
    while exits:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            break
        end = exits.pop(pid)
        with suppress(BrokenPipeError):
            os.write(end, b"%d" % os.waitstatus_to_exitcode(status))
        os.close(end)


def run(command):
    """Run these words as an interpreter does."""
    match command:
        case ["-c", text, *words]:
            sys.argv = ["-c", *words]
            exec(compile(text, "<string>", "exec"), {"__name__": "__main__"})
        case ["-m", name, *words]:
            sys.argv = [name, *words]
            runpy.run_module(name, run_name="__main__", alter_sys=True)
        case [path, *words]:
            sys.argv = [path, *words]
            runpy.run_path(path, run_name="__main__")


def run_to_the_end(command):
    """Run these words, and end as an interpreter does, except that the system frees the memory: freeing each object of
    the loaded modules takes 75 ms.
    """
    try:
        run(command)
        code = 0
    except SystemExit as ended:
        code = ended.code or 0
        if not isinstance(code, int):
            print(code, file=sys.stderr)  # noqa: T201
            code = 1
    except Exception:
        sys.excepthook(*sys.exc_info())
        code = 1
    threading._shutdown()  # waits for other threads
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)


if __name__ == "__main__":
    run_to_the_end(main(*sys.argv[1:]))
