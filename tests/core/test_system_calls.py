"""A program that reads files, if one of them takes it over, reaches no other process of its user."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

SECRET = ctypes.create_string_buffer(b"a secret of the worker")

PROGRAM = """
import ctypes, os, resource, sys, threading
sys.path.insert(0, sys.argv[1])
from intake.core.process_limits import limit_this_process
worker, place, size = map(int, sys.argv[2:])
libc = ctypes.CDLL(None, use_errno=True)

def called(name, *arguments):
    if getattr(libc, name)(*map(ctypes.c_void_p, arguments)) < 0:
        raise OSError(ctypes.get_errno(), "")

class Piece(ctypes.Structure):
    _fields_ = [("start", ctypes.c_void_p), ("size", ctypes.c_size_t)]

def read_memory():
    copy = ctypes.create_string_buffer(size)
    pieces = Piece(ctypes.addressof(copy), size), Piece(place, size)
    called("process_vm_readv", worker, *(each for piece in pieces for each in (ctypes.addressof(piece), 1)), 0)

def fork():
    os.fork() or os._exit(0)

attempts = {
    "read memory": read_memory, "attach": lambda: called("ptrace", 0x4206, worker, 0, 0),
    "stop": lambda: os.kill(worker, 0), "limit": lambda: resource.prlimit(worker, resource.RLIMIT_CPU),
    "fork": fork, "map": lambda: called("shmat", 1, 0, 0),
}
limit_this_process({"RLIMIT_NOFILE": 0})
for name, attempt in attempts.items():
    try:
        attempt()
        print(name, "possible")
    except OSError as error:
        print(name, error.errno)
thread = threading.Thread(target=print, args=["thread possible"])
thread.start()
thread.join()
sys.stdout.flush()
os.execv("/bin/true", ["true"])
"""


def test_what_limits_itself_reaches_no_other_process():
    """Of its own process it may do what libraries do: start threads, and read limits."""
    here = os.getpid(), ctypes.addressof(SECRET), len(SECRET)
    run = subprocess.run([sys.executable, "-I", "-c", PROGRAM, ROOT, *map(str, here)], capture_output=True, text=True)

    assert run.stdout.splitlines() == [
        "read memory 1", "attach 1", "stop 1", "limit 1", "fork 1", "map 1", "thread possible"], run.stderr
    assert "PermissionError: [Errno 1]" in run.stderr  # of the other program that it tried to become
