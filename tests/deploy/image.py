"""The contents of the image, without Docker: the files that `.dockerignore` lets through."""

import shutil

from local import ROOT

from .files import text


def copy_application(folder):
    """Copy the files as `COPY . .` does."""
    for pattern in (line[1:] for line in text(".dockerignore").splitlines() if line.startswith("!")):
        found = list(ROOT.glob(pattern))
        assert found, pattern
        for path in found:
            to = folder / path.relative_to(ROOT)
            to.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                shutil.copytree(path, to)  # including bytecode, as in the image
            else:
                shutil.copy2(path, to)


def instructions(name):
    """The arguments of all instructions of this name in the Dockerfile."""
    lines = text("Dockerfile").replace("\\\n", " ").splitlines()
    return [line.partition(" ")[2] for line in lines if line.startswith(f"{name} ")]
