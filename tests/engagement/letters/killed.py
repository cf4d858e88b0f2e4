"""A program that is killed at once (SIGKILL)."""

import os
import signal

os.kill(os.getpid(), signal.SIGKILL)
