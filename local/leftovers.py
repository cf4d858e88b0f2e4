"""Stops processes that a killed copy left running: every child is recorded in a file, which the next start reads.

On Linux children end with their parent anyway (see `child.py`), after a moment; elsewhere they keep running.
"""

import json
import signal
import time
from contextlib import suppress

import psutil

from local.directory import write_private


def record_process(directory, name, pid, stop_signal):
    """Record a process, so that the next start in this directory can stop it, even after a `kill -9` of this one."""
    with suppress(psutil.NoSuchProcess):
        started = psutil.Process(pid).create_time()
        text = json.dumps({"pid": pid, "started": started, "stop_signal": int(stop_signal)})
        write_private(directory / "run" / f"{name}.json", text)


def remove_record(directory, name):
    """Delete the record of the process with this name."""
    (directory / "run" / f"{name}.json").unlink(missing_ok=True)


def stop_leftovers(directory, seconds=5):
    """Stop every process that a killed copy started in this directory."""
    records = list((directory / "run").glob("*.json"))
    left = [found for found in map(_recorded_process, records) if found]
    processes = [member for process, _ in left for member in process_tree(process.pid)]
    for process, stop_signal in left:
        send_signal(process, stop_signal)
    for process in _alive_after(seconds, processes):
        send_signal(process, signal.SIGKILL)
    for file in records:
        file.unlink()


def process_tree(pid):
    """Return this process and all its descendants."""
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        return [process, *process.children(recursive=True)]
    return []


def is_alive(process):
    """Whether the process runs; a zombie (in a container without init) does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def is_going_on(process):
    """Whether the process runs and is not suspended: a signal takes a moment to act, longer on a busy machine."""
    with suppress(psutil.NoSuchProcess):
        return is_alive(process) and process.status() != psutil.STATUS_STOPPED
    return False


def send_signal(process, number):
    """Send the process a signal, if it still exists."""
    with suppress(psutil.NoSuchProcess):
        process.send_signal(number)


def _alive_after(seconds, processes):
    """Wait until all have ended or the time is up; return those still running."""
    deadline = time.monotonic() + seconds
    while (alive := [process for process in processes if is_alive(process)]) and time.monotonic() < deadline:
        time.sleep(0.02)
    return alive


def _recorded_process(file):
    """Return the recorded process and its stop signal; None if its pid now belongs to another process."""
    with suppress(ValueError, psutil.NoSuchProcess):
        record = json.loads(file.read_text())
        process = psutil.Process(record["pid"])
        if abs(process.create_time() - record["started"]) < 1:
            return process, record["stop_signal"]
    return None
