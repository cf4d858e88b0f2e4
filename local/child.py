"""Replaces itself with another program, which ends when its parent ends.

    python child.py SIGNAL ACCOUNT PROGRAM [ARGUMENT…]

SIGNAL is sent to the program when its parent ends, in whatever way; ACCOUNT is the account to switch to first, or -
for the current one. Only the standard library is used, and `python -IS` starts it in a few milliseconds.
"""

import ctypes
import os
import pwd
import sys

PR_SET_PDEATHSIG = 1


def become(account):
    """Switch to the account, dropping all other rights."""
    entry = pwd.getpwnam(account)
    os.setgroups([])
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)


def end_with_parent(signal, parent):
    """Make the kernel send this process `signal` when its parent ends (Linux only; elsewhere does nothing)."""
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0)
    if os.getppid() != parent:  # it ended before the kernel knew
        sys.exit(1)


def main(signal, account, *command):
    parent = os.getppid()
    if account != "-":
        become(account)
    # After switching the account, which resets this setting of the kernel.
    end_with_parent(int(signal), parent)
    os.execv(command[0], command)


if __name__ == "__main__":
    main(*sys.argv[1:])
