"""The project's source code for the architecture tests, and their rules."""

import ast
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from pathlib import Path

from intake import WINGS

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Module:
    """A Python module: its dotted name and its text."""

    name: str
    text: str
    package: bool = False

    @cached_property
    def tree(self):
        return ast.parse(self.text)

    @property
    def wing(self):
        """The wing it belongs to; None outside all wings."""
        parts = self.name.split(".")
        return parts[1] if parts[0] == "intake" and len(parts) > 1 and parts[1] in WINGS else None

    @property
    def feature(self):
        """The feature it belongs to; None outside all features."""
        parts = self.name.split(".")
        return parts[2] if self.wing and len(parts) > 2 and parts[2] in WINGS[self.wing] else None

    @property
    def file(self):
        """The name of its file, such as `actions`."""
        return self.name.rpartition(".")[2] if self.feature and self.name.count(".") > 2 else None

    @cached_property
    def imports(self):
        """The full names of the modules it imports."""
        return {name for node in ast.walk(self.tree) for name in self._imported_by(node)}

    def _imported_by(self, node):
        if isinstance(node, ast.Import):
            return [alias.name for alias in node.names]
        if not isinstance(node, ast.ImportFrom):
            return []
        package = self.name.split(".") if self.package else self.name.split(".")[:-1]
        near = package[: len(package) - node.level + 1] if node.level else []
        origin = ".".join([*near, *filter(None, [node.module])])
        # `from x import y` may mean the module x.y
        return [origin, *(f"{origin}.{alias.name}" for alias in node.names)]

    @cached_property
    def calls(self):
        return calls_in(self.tree)

    @cached_property
    def functions(self):
        """Every function and method of the module by name."""
        return {node.name: node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)}


def _read(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    package = parts[-1] == "__init__"
    return Module(".".join(parts[:-1] if package else parts), path.read_text(encoding="utf-8"), package)


@cache
def modules():
    """Return every module of the application."""
    return tuple(map(_read, chain(ROOT.glob("*.py"), *(ROOT.glob(f"{each}/**/*.py")
                                                       for each in ("intake", "config", "server")))))


@cache
def modules_of_tests():
    """Return every module of the tests."""
    return tuple(map(_read, ROOT.glob("tests/**/*.py")))


EVERY = {module.name for module in modules()}


def calls_in(tree):
    """Return every call below a node."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def ours(names):
    """Return the names among these that are modules of the application."""
    return {Module(name, "") for name in names & EVERY}


def name_in(node):
    """The name that the node is or ends in, such as `sleep` for `time.sleep`; "" if it is something else."""
    return getattr(node, "attr", None) or getattr(node, "id", "")


def below(name, *packages):
    """Whether the module is or is in one of these packages."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def public_definitions(tree):
    """Yield every public class, function and method of a module."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_") and node.name != "Meta":
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public_definitions(node)


class Rules(dict):
    """Rules for modules by name, each with a sample that breaks it.

        rules = Rules(modules)

        @rules(intake__core__clock="import requests")
        def core_opens_no_sockets(module):
            yield "line 1: …"
    """

    def __init__(self, subjects):
        super().__init__()
        self._subjects = subjects

    def __call__(self, **breaking):
        """Register a generator of violations; `breaking` is a module with one, with double underscores for dots."""
        ((name, text),) = breaking.items()

        def register(check):
            self[check.__name__] = check, Module(name.replace("__", "."), text)
            return check

        return register

    def violations(self, name):
        """Return every violation of a rule, with the name of its module."""
        check, _ = self[name]
        return [f"{module.name} {violation}" for module in self._subjects() for violation in check(module)]

    def violations_of_sample(self, name):
        """Return the violations of a rule in its sample."""
        check, sample = self[name]
        return list(check(sample))
