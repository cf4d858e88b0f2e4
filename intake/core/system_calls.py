"""Keeps this process from reaching others of its user: confined programs run as the worker, whose memory has secrets.

Limits keep them from opening files and sockets. Reading or stopping another process, and starting one that is left
behind, needs neither.
"""

import ctypes
import errno
import os
import struct
import sys
from itertools import chain
from typing import NamedTuple


class _Machine(NamedTuple):
    """The kernel's numbers on a kind of machine: its architecture, and its system calls."""

    architecture: int
    clone: int
    prlimit64: int
    refused: tuple[int, ...]


_MACHINES = {
    "x86_64": _Machine(0xC000003E, 56, 302, (
        30,  # shmat
        57, 58, 59, 322,  # fork, vfork, execve, execveat
        62, 200, 234, 129, 297,  # kill, tkill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo
        101, 310, 311,  # ptrace, process_vm_readv, process_vm_writev
    )),
    "aarch64": _Machine(0xC00000B7, 220, 261, (196, 221, 281, 129, 130, 131, 138, 240, 117, 270, 271)),  # as above
}
_CLONE3 = 435
_CLONE_THREAD = 0x10000
_OTHER_INTERFACE = 0x40000000  # the bit in the numbers of the x32 interface

_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, _PR_SET_NO_NEW_PRIVS = 22, 2, 38

_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16  # where they are in `struct seccomp_data`
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000


def reach_no_other_process() -> None:
    """Refuse system calls that reach other processes, for good; threads can still be started.

    Raises `OSError` where the system has no such filter, `KeyError` on a machine whose numbers are not known, such as
    one of 64 bits for a Python of 32, which has its own.
    """
    instructions = _filter(_MACHINES[os.uname().machine if sys.maxsize > 2**32 else "32 bits"])
    _set(_PR_SET_NO_NEW_PRIVS, 1)
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in instructions))
    _set(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, struct.pack("HP", len(instructions), ctypes.addressof(code)))


def _set(option: int, *values: int | bytes) -> None:
    arguments = [value if isinstance(value, bytes) else ctypes.c_ulong(value) for value in (*values, 0, 0, 0)][:4]
    prctl = getattr(ctypes.CDLL(None, use_errno=True), "prctl", None)
    if prctl is None or prctl(option, *arguments):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _filter(machine: _Machine) -> list[tuple[int, int, int, int]]:
    """Return the instructions of the filter (BPF): (code, jump if true, jump if false, value)."""
    refuse = _RETURN, 0, 0, _ERROR | errno.EPERM
    allow = _RETURN, 0, 0, _ALLOW
    return [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_IF_EQUAL, 1, 0, machine.architecture), refuse,
        (_LOAD, 0, 0, _NUMBER),
        (_IF_AT_LEAST, 0, 1, _OTHER_INTERFACE), refuse,
        *chain.from_iterable(((_IF_EQUAL, 0, 1, number), refuse) for number in machine.refused),
        # Its flags are in memory, where no filter looks: the C library then calls `clone`.
        (_IF_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, _ERROR | errno.ENOSYS),
        (_IF_EQUAL, 0, 4, machine.clone),
        (_LOAD, 0, 0, _FIRST_ARGUMENT), (_IF_ANY_BIT, 0, 1, _CLONE_THREAD), allow, refuse,
        (_IF_EQUAL, 0, 4, machine.prlimit64),  # of this process, which it calls 0
        (_LOAD, 0, 0, _FIRST_ARGUMENT), (_IF_EQUAL, 0, 1, 0), allow, refuse,
        allow,
    ]
