"""The language of the project: plain words in names and comments, and references that exist in the repository."""

import ast
import io
import re
import tokenize
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from .source import ROOT, Module, Rules, modules, modules_of_tests

WORDS = re.compile(
    r"\b(whoever|whomever|nobody|nobody's|lest|anew|heed\w*|behold|thereof|therein|hereby|wherever|whence|hitherto|"
    r"stumbl\w+)\b", re.IGNORECASE)
"""Words that are not used in comments and docstrings."""

REPLACED = {
    "told": "returned, shown, logged", "heed": "apply", "anew": "again", "lest": "unless", "nobody": "none",
    "nobodys": "none", "whoever": "user, caller", "wherever": "everywhere", "behold": "show", "errands": "jobs",
    "agenda": "scheduler", "pump": "dispatcher", "tally": "counter", "stranger": "unverified sender",
    "telling": "payloads", "reckon": "compute", "reckoning": "accounting", "stumbled": "failed",
}
"""Parts of names that are not used, each with its replacement."""

OUTSIDE = re.compile(
    r"""(?<!docs/)\b(?:decisions|interface|architecture|names)[.]md\b|\binterface, ["']|[(]interface[)]""")
"""References to documents that are not in the repository."""

SECTION = re.compile(r'docs/behaviour[.]md, "([^"]+)"')
SECTIONS = re.findall(r"^#+ (.+)$", (ROOT / "docs" / "behaviour.md").read_text(encoding="utf-8"), re.MULTILINE)
DECISION = re.compile(r"\bdocs/decisions/(\d{4})")
FROZEN = {"routes", "pages", "schemas"}
"""Files whose docstrings of functions and classes are texts of the OpenAPI document."""


@cache
def texts():
    """Return every Python, Markdown and SQL file of the repository but the decision records."""
    folders = ("bench", "config", "docs", "intake", "local", "migrations", "server", "tests")
    paths = chain.from_iterable(chain(ROOT.glob(f"*.{ending}"), *(ROOT.glob(f"{folder}/**/*.{ending}")
                                                                  for folder in folders))
                                for ending in ("py", "md", "sql"))
    return [Module(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")) for path in paths
            if ROOT / "docs" / "decisions" not in path.parents and path != Path(__file__)]


rule = Rules(modules)
rule_of_tests = Rules(modules_of_tests)
rule_of_texts = Rules(texts)


def _prose(module):
    """Yield (line, text) for every comment and docstring, those of the OpenAPI document excepted."""
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(module.tree):
        is_definition = isinstance(node, ast.FunctionDef | ast.ClassDef)
        if isinstance(node, ast.Module) or (is_definition and module.name.rpartition(".")[2] not in FROZEN):
            for inner in node.body:
                if isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant) and isinstance(
                        inner.value.value, str):
                    yield inner.lineno, inner.value.value


def _names(module):
    """Yield (line, name) for everything that the module defines."""
    yield 1, module.name.rpartition(".")[2]
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr


def _parts(name):
    return re.findall(r"[a-z]+|[A-Z][a-z]*", name)


@rule(intake__engine__events__models='"""Events, and whoever waits for them."""')
def comments_are_plain(module):
    for line, text in _prose(module) if WORDS.search(module.text) else ():  # parsing all of them takes seconds
        for word in WORDS.findall(text):
            yield f"line {line}: {word!r}"


@rule(intake__engine__worker__process="def heed_event(event): ...")
def names_are_plain(module):
    for line, name in _names(module):
        for part in {part.lower() for part in _parts(name)} & REPLACED.keys():
            yield f"line {line}: {name}; use {REPLACED[part]}"


@rule_of_tests(tests__cases__test_matters="def test_a_foreign_matter_is_nobodys_business(): ...")
def names_of_tests_are_plain(module):
    for name in re.findall(r"^ *def (test_\w+)", module.text, re.MULTILINE):
        if {part.lower() for part in _parts(name)} & REPLACED.keys():
            yield name


@rule_of_texts(docs__sample='The list of fields is in the interface, "Matters".')
def references_are_inside_the_repository(text):
    for number, line in enumerate(text.text.splitlines(), 1):
        if found := OUTSIDE.search(line):
            yield f"line {number}: {found[0]!r} is not in the repository"


@rule_of_texts(docs__sample='See docs/behaviour.md, "Chapter of nothing".')
def sections_exist(text):
    yield from (f"names the section {name!r}" for name in SECTION.findall(text.text) if name not in SECTIONS)


@rule_of_texts(docs__sample="Why: docs/decisions/9999")
def decisions_exist(text):
    for number in DECISION.findall(text.text):
        if not list(ROOT.glob(f"docs/decisions/{number}-*.md")):
            yield f"names the decision {number}"


CASES = [(rules, name) for rules in (rule, rule_of_tests, rule_of_texts) for name in rules]


@pytest.mark.parametrize(("rules", "name"), CASES, ids=[name for _, name in CASES])
def test_rule_holds(rules, name):
    assert not rules.violations(name)


@pytest.mark.parametrize(("rules", "name"), CASES, ids=[name for _, name in CASES])
def test_rule_can_fail(rules, name):
    assert rules.violations_of_sample(name)
