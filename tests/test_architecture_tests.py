"""Rules for tests: each asserts something, and waits for conditions instead of fixed times."""

import ast
from functools import cache

import pytest

from .source import Rules, modules_of_tests, name_in

CHECKS = {"raises", "warns", "fail", "expect", "wait_until"}
"""Functions of pytest and Playwright, and one of ours, that fail a test."""

rule = Rules(modules_of_tests)


def _is_test_file(module):
    return module.name.rpartition(".")[2].startswith("test_")


def _asserts(function):
    """Whether the function itself contains an assertion."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call) and (name_in(node.func) in CHECKS or name_in(node.func).startswith("assert_")):
            return True
    return False


@cache
def _shared(folder):
    """The functions of the helper modules in the folder and above, and of those that these import."""
    shared = [other for other in modules_of_tests() if other.name.count(".") > 1 and not _is_test_file(other)]
    near = [other for other in shared if f"{folder}.".startswith(f"{other.name.rpartition('.')[0]}.")]
    names = {other.name for other in near}.union(*(other.imports for other in near))
    return {name: found for other in shared if other.name in names for name, found in other.functions.items()}


def _polls(node):
    """Whether the node is a loop that ends when a condition holds."""
    return isinstance(node, ast.While) or (
        isinstance(node, ast.For) and any(isinstance(inner, ast.If) for inner in ast.walk(node)))


def _leads_to_assertion(function, helpers):
    """Whether the function asserts, directly or through helpers and their helpers."""
    left, seen = [function], {function.name}
    while left:
        function = left.pop()
        if _asserts(function):
            return True
        used = {name_in(node) or getattr(node, "arg", "") for node in ast.walk(function)} & helpers.keys() - seen
        seen |= used
        left += [helpers[name] for name in used]
    return False


@rule(tests__cases__matters__test_show="def test_show(api):\n    api.get('/matters')")
def every_test_asserts(module):
    if _is_test_file(module):
        helpers = _shared(module.name.rpartition(".")[0]) | module.functions
        for name, function in module.functions.items():
            if name.startswith("test_") and not _leads_to_assertion(function, helpers):
                yield f"line {function.lineno}: {name} asserts nothing"


@rule(tests__cases__matters__test_show="def test_show(api):\n    time.sleep(1)\n    assert api.get('/matters')")
def sleeps_poll_or_have_a_reason(module):
    """A sleep that waits for no condition has a comment with its reason on its line."""
    if _is_test_file(module):
        lines = module.text.splitlines()
        polling = {id(node) for loop in ast.walk(module.tree) if _polls(loop) for node in ast.walk(loop)}
        for call in module.calls:
            if name_in(call.func) == "sleep" and id(call) not in polling and "  # " not in lines[call.lineno - 1]:
                yield f"line {call.lineno}: sleeps without a condition or a reason"


def test_helpers_of_the_folder_count_as_assertions():
    helpers = {"arrives": ast.parse("def arrives(until):\n    until(1)").body[0],
               "until": ast.parse("def until(condition):\n    assert condition").body[0]}
    [function] = ast.parse("def test_delivery(arrives):\n    arrives()").body
    assert _leads_to_assertion(function, helpers)
    assert not _leads_to_assertion(function, {"arrives": helpers["arrives"]})


@pytest.mark.parametrize("name", rule)
def test_rule_holds(name):
    assert not rule.violations(name)


@pytest.mark.parametrize("name", rule)
def test_rule_can_fail(name):
    assert rule.violations_of_sample(name)
