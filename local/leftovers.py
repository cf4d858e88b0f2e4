"""What a copy that was killed left running: notes about every child, and the next start that follows them.

On Linux the children end with their parent anyway (see `child.py`); they may take a moment, and elsewhere they stay.
"""

import json
import signal
import time
from contextlib import suppress

import psutil

from local.directory import write_private


def note(directory, name, pid, stop_signal):
    """The next start in this directory can recognise this process, even after `kill -9` of ours."""
    with suppress(psutil.NoSuchProcess):
        started = psutil.Process(pid).create_time()
        text = json.dumps({"pid": pid, "started": started, "stop_signal": int(stop_signal)})
        write_private(directory / "run" / f"{name}.json", text)


def forget(directory, name):
    """The process of this name needs no recognising any more."""
    (directory / "run" / f"{name}.json").unlink(missing_ok=True)


def stop_leftovers(directory, seconds=5):
    """Nothing runs any more that a killed copy started in this directory."""
    notes = list((directory / "run").glob("*.json"))
    left = [found for found in map(_recognised, notes) if found]
    families = [member for process, _ in left for member in family(process.pid)]
    for process, stop_signal in left:
        send(process, stop_signal)
    for process in _alive_after(seconds, families):
        send(process, signal.SIGKILL)
    for file in notes:
        file.unlink()


def family(pid):
    """This process and all that descend from it."""
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        return [process, *process.children(recursive=True)]
    return []


def is_alive(process):
    """Whether the process still does anything: one that ended and was not buried (no init in a container) does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def send(process, number):
    """The process got this signal, if it is still there."""
    with suppress(psutil.NoSuchProcess):
        process.send_signal(number)


def _alive_after(seconds, processes):
    """Those that have not ended by then; it returns as soon as all have."""
    deadline = time.monotonic() + seconds
    while (alive := [process for process in processes if is_alive(process)]) and time.monotonic() < deadline:
        time.sleep(0.02)
    return alive


def _recognised(file):
    """The process a note speaks of with its stop signal, or None if its number means another process by now."""
    with suppress(ValueError, psutil.NoSuchProcess):
        written = json.loads(file.read_text())
        process = psutil.Process(written["pid"])
        if abs(process.create_time() - written["started"]) < 1:
            return process, written["stop_signal"]
    return None
