"""Writes the locks: each requirement file with the digests of all published files of each version.

    python -m local.lock

pip refuses a file whose digest is not in the lock. The requirement files name all versions; nothing is resolved here.
Needs uv and the package index.
"""

import subprocess
import sys

from local.requirements import DEPLOYED, RUN, TEST, included, lines, lock_of

HEADING = "# Made of {} by `make lock`; do not edit.\n"


def main():
    for file in [*DEPLOYED, RUN, TEST]:
        includes = "".join(f"-r {name.replace('.txt', '.lock')}\n" for name in included(file))
        lock_of(file).write_text(HEADING.format(file.name) + includes + digests(lines(file)), encoding="utf-8")


def digests(requirements):
    """Return these requirements with their digests, for every system. Exits if uv cannot find them."""
    command = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--no-deps",
               "--generate-hashes", "--no-header", "--no-annotate", "-"]
    done = subprocess.run(command, input="\n".join(requirements), capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


if __name__ == "__main__":
    main()
