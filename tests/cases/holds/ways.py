"""Every function of the package that deletes rows or files, found in its source."""

import ast
import re

from tests.source import ROOT

_DELETING = {"delete", "delete_row", "delete_under", "delete_with_unfinished", "delete_instance", "delete_object",
             "forget"}
_MODULES = {"actions", "scheduling"}
"""Modules whose functions routes and pages call to delete something; these functions are listed themselves."""
_SQL = re.compile(r"\b(DELETE FROM|TRUNCATE)\b")


def deleting_functions():
    """Return the names of the functions, such as `cases.documents.actions.delete`."""
    found = set()
    for path in sorted((ROOT / "intake").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT / "intake").with_suffix("").parts)
        tree = ast.parse(path.read_text())
        constants = {ast.unparse(name) for node in tree.body if isinstance(node, ast.Assign) and _deletes([node.value])
                     for name in node.targets}
        found |= {f"{module}.{name}" for name, function in _functions(tree) if _deletes(function.body, constants)}
    return found


def _functions(tree, prefix=""):
    """Yield every function and method, except nested ones, with its name."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node


def _deletes(nodes, constants=()):
    """Whether the code deletes, or uses one of the module's constants with a statement that does."""
    return any(_is_deletion(node) or (isinstance(node, ast.Name) and node.id in constants)
               for each in nodes for node in ast.walk(each))


def _is_deletion(node):
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and (node.value == "remove_files" or bool(_SQL.search(node.value)))
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id in ("purge", "delete_files_of")
    called = node.func
    return isinstance(called, ast.Attribute) and called.attr in _DELETING and not (
        isinstance(called.value, ast.Name) and called.value.id in _MODULES)
