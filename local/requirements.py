"""The requirement files: their purposes and contents.

`requirements.txt` is production. An extra, such as `requirements-billing.txt`, adds what only some installations need;
`requirements-run.txt` and `requirements-test.txt` add what `make run` and `make test` do. Each has a lock beside it.
"""

import re
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from local import ROOT

PRODUCTION = ROOT / "requirements.txt"
RUN, TEST = ROOT / "requirements-run.txt", ROOT / "requirements-test.txt"
EXTRAS = sorted(set(ROOT.glob("requirements-*.txt")) - {RUN, TEST})
DEPLOYED = [PRODUCTION, *EXTRAS]


def lock_of(file: Path) -> Path:
    """Return the path of a requirement file's lock."""
    return file.with_suffix(".lock")


def lines(*files: Path) -> list[str]:
    """Return the requirements in these files, without comments and digests."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    bare = re.sub(r"\s*(\\\n|#.*|--hash=\S+)", "", text)
    return [line.strip() for line in bare.splitlines() if line.strip() and not line.startswith("-r ")]


def included(file: Path) -> list[str]:
    """Return the names of the files that a requirement file or lock includes."""
    return re.findall(r"(?m)^-r (\S+)$", file.read_text(encoding="utf-8"))


def versions(*files: Path) -> dict[str, str]:
    """Return {package: version} for all packages named in these files."""
    named = [Requirement(line) for line in lines(*files)]
    return {canonicalize_name(each.name): str(each.specifier).removeprefix("==") for each in named}
