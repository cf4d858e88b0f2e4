"""The requirement files name everything that is used, each in one exact version."""

import ast
import re
import sys
from importlib.metadata import packages_distributions, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from local import ROOT

OWN = {"app", "bench", "config", "intake", "local", "server", "tests", "worker", "wsgi"}
EXACT = r"[a-z0-9-]+==[0-9][0-9a-z.]*( ; .+)?"
PRODUCTION, BILLING, LOCAL = (ROOT / f"requirements{kind}.txt" for kind in ("", "-billing", "-local"))


def lines(*files):
    """The requirements of these files, without comments."""
    text = "\n".join(file.read_text() for file in files)
    return [line for line in re.sub(r"\s*#.*", "", text).splitlines() if line and not line.startswith("-r ")]


def pinned(*files):
    """The names of the packages in these files."""
    return {canonicalize_name(line.partition("==")[0]) for line in lines(*files)}


def imported(*places):
    """The names of the packages that the code in these places imports, by its first file that does."""
    modules = {}
    for path in places:
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text())):
                for name in named(node):
                    modules.setdefault(name.partition(".")[0], file)
    known = packages_distributions()
    foreign = {module: file for module, file in modules.items() if module not in OWN | sys.stdlib_module_names}
    return {canonicalize_name(known.get(module, [module])[0]): file for module, file in foreign.items()}


def named(node):
    """The modules that a node of the syntax tree imports by their full names."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []


def test_every_version_is_exact():
    assert [line for line in lines(PRODUCTION, BILLING, LOCAL) if not re.fullmatch(EXACT, line)] == []


def test_production_code_imports_only_what_production_installs():
    used = imported(*(ROOT / name for name in ("app.py", "wsgi.py", "worker.py", "config", "intake", "server")))
    assert {name: file for name, file in used.items() if name not in pinned(PRODUCTION)} == {}


def test_tests_and_local_code_import_only_what_is_installed():
    used = imported(ROOT / "local", ROOT / "tests", ROOT / "bench")
    assert {name: file for name, file in used.items() if name not in pinned(PRODUCTION, LOCAL)} == {}


@pytest.mark.parametrize("files", [[PRODUCTION], [PRODUCTION, BILLING], [PRODUCTION, BILLING, LOCAL]],
                         ids=["production", "billing", "local"])
def test_what_the_packages_need_is_pinned_too(files):
    needed = {}
    for line in filter(applies, lines(*files)):
        package = line.partition("==")[0]
        for requirement in filter(applies, requires(package) or []):
            needed[canonicalize_name(Requirement(requirement).name)] = package
    assert {name: package for name, package in needed.items() if name not in pinned(*files)} == {}


def applies(line):
    """Whether a requirement is one on this Python and system."""
    marker = Requirement(line).marker
    return marker is None or marker.evaluate({"extra": ""})
