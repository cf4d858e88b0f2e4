"""Become another program, one that ends when whoever started it ends.

    python child.py SIGNAL ACCOUNT PROGRAM [ARGUMENT…]

SIGNAL is what the program gets when its parent is gone, however the parent went; ACCOUNT is the account to become
first, or - to stay. Only the standard library is used, and `python -IS` starts it in a few milliseconds.
"""

import ctypes
import os
import pwd
import sys

PR_SET_PDEATHSIG = 1


def become(account):
    """This process has the rights of `account` and no others."""
    entry = pwd.getpwnam(account)
    os.setgroups([])
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)


def end_with_parent(signal, parent):
    """The kernel sends this process `signal` when its parent ends (Linux only; elsewhere nothing happens)."""
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0)
    if os.getppid() != parent:  # it ended before the kernel knew
        sys.exit(1)


def main(signal, account, *command):
    parent = os.getppid()
    if account != "-":
        become(account)
    # After the change of account, which makes the kernel forget the wish.
    end_with_parent(int(signal), parent)
    os.execv(command[0], command)


if __name__ == "__main__":
    main(*sys.argv[1:])
