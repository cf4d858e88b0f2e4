"""Constructs that the source code must not contain because attackers could exploit them (docs/security.md)."""

import ast
import re

import pytest

from .source import ROOT, Rules, modules, name_in

EXCEPTIONS = {
    ("intake.gateways.sms", "sha1"): "Twilio signs with HMAC-SHA1",
    ("intake.integrations.webhooks.states", "random"): "spreads retries over time",
    ("intake.integrations.webhooks.delivery.dispatcher", "random"): "spreads attempts over time",
    ("intake.operations.reference.prose", "Markup"): "marks what it has escaped, and takes no input",
    ("intake.operations.reference.guides", "Markup"): "renders the documents of the repository, and takes no input",
    ("intake.core.query_plans", "start"): "is a statement that was executed, to be explained",
    ("intake.cases.search.models", "type"): "one of the three types of results",
}
"""Exceptions from rules by module, each with its reason."""

INTERPRETING = {"eval", "exec", "compile", "__import__", "system", "popen", "render_template_string", "from_string"}
DESERIALIZING = {"pickle", "marshal", "shelve", "yaml", "xml", "lxml", "dill"}
STATEMENTS = {"execute_sql", "SQL", "raw"}

IN_SCRIPTS = re.compile(
    r"(?:inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|document\.write|\beval\(|new Function|postMessage|"
    r"""localStorage|indexedDB|document\.cookie|__proto__|set(?:Timeout|Interval)\(["'`]""")
"""Constructs that let a page interpret texts as markup or code, or store data in the browser."""

SENDING = ("lead_form.js", "lead_form_solver.js")
"""Scripts that send messages: the height to the origin that the firm allows, and a worker's result to its page."""

IN_TEMPLATES = re.compile(r"\{[{%][^}]*\|\s*safe\b|autoescape\s+false")

rule = Rules(modules)


def _allowed(module, what):
    return (module.name, what) in EXCEPTIONS


@rule(intake__cases__search__actions="def find(text):\n    return eval(text)")
def text_is_not_executed(module):
    for call in module.calls:
        # `re.compile` takes a pattern, not code
        if name_in(call.func) in INTERPRETING and ast.unparse(call.func) != "re.compile":
            yield f"line {call.lineno}: {ast.unparse(call.func)}"
        if any(option.arg == "shell" for option in call.keywords):
            yield f"line {call.lineno}: starts a program by a shell"


@rule(intake__cases__uploads__actions="import pickle")
def only_json_is_deserialized(module):
    yield from (f"imports {name}" for name in module.imports if name.split(".")[0] in DESERIALIZING)


@rule(intake__accounts__access__actions="from random import choice")
def secrets_are_random(module):
    if "random" in {name.split(".")[0] for name in module.imports} and not _allowed(module, "random"):
        yield "imports random, which can be predicted; `random_token` of intake.core.crypto cannot"


@rule(intake__core__crypto="import hashlib\nhashlib.md5(b'')")
def digests_are_strong(module):
    for node in ast.walk(module.tree):
        name = name_in(node)
        if name in ("md5", "sha1", "ECB", "ARC4", "TripleDES") and not _allowed(module, name):
            yield f"line {node.lineno}: {name}"


@rule(intake__gateways__web="requests.get(url, verify=False)")
def certificates_are_verified(module):
    for node in ast.walk(module.tree):
        if name_in(node) in ("CERT_NONE", "_create_unverified_context"):
            yield f"line {node.lineno}: {ast.unparse(node)}"
        if isinstance(node, ast.keyword) and node.arg in ("verify", "check_hostname") and (
                getattr(node.value, "value", None) is False):
            yield f"line {node.value.lineno}: {node.arg}=False"


@rule(intake__portal__form__pages="from markupsafe import Markup\nMarkup(text)")
def markup_is_escaped(module):
    for call in module.calls:
        if name_in(call.func) == "Markup" and not _allowed(module, "Markup"):
            yield f"line {call.lineno}: {ast.unparse(call)} is not escaped"


@rule(intake__cases__clients__models="def named(name):\n    return db.execute_sql(f\"… WHERE name = '{name}'\")")
def values_are_parameters_of_statements(module):
    """Only constants are put into the text of a statement; the linter requires a remark about anything else."""
    lines = module.text.splitlines()
    for call in (call for call in module.calls if name_in(call.func) in STATEMENTS and call.args):
        remarked = any("noqa: S608" in line for line in lines[call.lineno - 1:call.end_lineno])
        for node in () if remarked else ast.walk(call.args[0]):
            if isinstance(node, ast.FormattedValue):
                name = name_in(node.value)
                if not name.isupper() and not _allowed(module, name):
                    yield f"line {call.lineno}: {name} is part of a statement"
            if isinstance(node, ast.Mod) or name_in(node) == "format":
                yield f"line {call.lineno}: formats a statement"


def test_every_exception_is_needed():
    """Those of modules that exist."""
    text = {module.name: module.text for module in modules()}
    assert [pair for pair in EXCEPTIONS if pair[1] not in text.get(pair[0], pair[1])] == []


@pytest.mark.parametrize("name", rule)
def test_rule_holds(name):
    assert not rule.violations(name)


@pytest.mark.parametrize("name", rule)
def test_rule_can_fail(name):
    assert rule.violations_of_sample(name)


@pytest.mark.parametrize(("forbidden", "pattern", "sample"), [
    (IN_SCRIPTS, "intake/web/static/**/*.js", "item.innerHTML = text;"),
    (IN_TEMPLATES, "intake/**/templates/**/*.[hct]*", "{{ text | safe }}"),
], ids=["scripts", "templates"])
def test_pages_show_texts_as_texts(forbidden, pattern, sample):
    files = [path for path in ROOT.glob(pattern) if path.is_file() and "__pycache__" not in path.parts]
    found = {(path.name, match[0]) for path in files for match in forbidden.finditer(path.read_text(encoding="utf-8"))}

    assert forbidden.search(sample)
    assert files
    # A constant between the parts of a path; and a library that is given nothing but numbers and texts to draw.
    assert {name for name, match in found if not (match == "postMessage" and name in SENDING)} <= {
        "docs_parts.html", "chart.umd.min.js"}
