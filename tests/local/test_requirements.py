"""The requirement files name every used package in one exact version."""

import ast
import re
import sys
from importlib.metadata import distribution, packages_distributions, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from local import ROOT
from local.requirements import DEPLOYED, EXTRAS, PRODUCTION, RUN, TEST, included, lines, lock_of, versions

OWN = {"app", "bench", "clients", "config", "deploy", "intake", "intake_client", "local", "server", "tests",
       "worker", "wsgi"}
EXACT = r"[a-z0-9-]+==[0-9][0-9a-z.]*( ; .+)?"
FILES = [*DEPLOYED, RUN, TEST]
PRODUCTION_MB = 200


def imported(*places):
    """Return {package: first file that imports it} for the code in these places."""
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
    """Return the full names of the modules that a node of the syntax tree imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []


def names(file):
    return file.stem.removeprefix("requirements").lstrip("-") or "production"


def with_included(file):
    """Return the file and all files that it includes."""
    return [file, *(each for name in included(file) for each in with_included(ROOT / name))]


def test_every_version_is_exact():
    assert [line for line in lines(*FILES) if not re.fullmatch(EXACT, line)] == []


def test_production_code_imports_only_what_production_installs():
    places = ("app.py", "wsgi.py", "worker.py", "config", "intake", "server")
    used = imported(*(ROOT / name for name in places))
    assert {name: file for name, file in used.items() if name not in versions(PRODUCTION)} == {}


def test_tests_and_local_code_import_only_what_is_installed():
    used = imported(ROOT / "local", ROOT / "tests", ROOT / "bench")
    assert {name: file for name, file in used.items() if name not in versions(*FILES)} == {}


def test_make_run_starts_only_what_it_installs():
    installed = versions(PRODUCTION, RUN)
    driving = {ROOT / "local" / name for name in ("tour.py", "messages.py")}  # commands that need a browser
    used = imported(*sorted({*(ROOT / "local").glob("*.py")} - driving))
    assert {name: file for name, file in used.items() if name not in installed} == {}


@pytest.mark.parametrize("file", FILES, ids=names)
def test_what_the_packages_need_is_pinned_too(file):
    files, needed = with_included(file), {}
    for line in filter(applies, lines(*files)):
        package = line.partition("==")[0]
        for requirement in filter(applies, requires(package) or []):
            needed[canonicalize_name(Requirement(requirement).name)] = package
    assert {name: package for name, package in needed.items() if name not in versions(*files)} == {}


def test_no_package_is_named_twice():
    assert len(lines(*FILES)) == len(versions(*FILES))


def test_extras_add_to_production_and_are_tested():
    assert EXTRAS
    for file in EXTRAS:
        assert included(file) == [PRODUCTION.name]
        assert file in with_included(TEST), f"{TEST.name} has to include {file.name}"


@pytest.mark.parametrize("file", FILES, ids=names)
def test_lock_agrees_with_the_requirements(file):
    """If this fails, run `make lock`."""
    lock = lock_of(file)
    assert {*map(Requirement, lines(lock))} == {*map(Requirement, lines(file))}
    assert included(lock) == [name.replace(".txt", ".lock") for name in included(file)]


@pytest.mark.parametrize("file", FILES, ids=names)
def test_every_version_of_a_lock_has_its_digests(file):
    text = lock_of(file).read_text()
    assert re.findall(r"^[a-z].*(?<!\\)$", text, re.MULTILINE) == []  # a version without digests
    assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", text)) > len(lines(file))  # of wheels for several systems


def test_production_stays_small():
    """This counts the packages and pip's bytecode, which is at most 1.3 times as large as the source."""
    packages = [distribution(line.partition("==")[0]) for line in filter(applies, lines(PRODUCTION))]
    sizes = {file: file.size or 0 for package in packages for file in package.files if file.suffix != ".pyc"}
    source = sum(size for file, size in sizes.items() if file.suffix == ".py")
    total = sum(sizes.values()) + 1.3 * source
    assert 100 < total / 1e6 <= PRODUCTION_MB


def applies(line):
    """Whether a requirement applies to this Python and system."""
    marker = Requirement(line).marker
    return marker is None or marker.evaluate({"extra": ""})
