"""docs/security.md covers every requirement, names existing tests, and correctly lists the unmet requirements."""

import ast
import re
from functools import cache

import pytest

from .source import ROOT

REQUIREMENTS = """
1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3
5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3
9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4
13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4
17.3:2
"""
"""The number of requirements of levels 1 and 2 in each section of ASVS 5.0.0; they are its first ones."""

ROW = re.compile(r"^\| (V[0-9.]+) \|([^|]*)\|([^|]*)\|([^|]*)\|$", re.MULTILINE)
REFERENCE = re.compile(r"`(tests/[\w/]+\.py)::([\w:]+)`")
NO_TEST = ("documentation", "operator", "absent")
"""Instead of a test: requirements met by a text, by the installation, or because the feature does not exist."""


def text():
    return (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def chapter(document, title):
    """Return the chapter with this title, without its heading."""
    return re.split(r"^## ", document.partition(f"\n## {title}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def required():
    """Yield the number of every requirement of levels 1 and 2."""
    for section in REQUIREMENTS.split():
        name, count = section.split(":")
        yield from (f"V{name}.{number}" for number in range(1, int(count) + 1))


def coverage_problems(document):
    """Return the requirements without a row or with several, and rows without a requirement."""
    excluded = set(re.findall(r"V[0-9.]+[0-9]", chapter(document, "Not applicable")))
    rows = [number for number, *_ in ROW.findall(document)]
    expected = [number for number in required() if not any(f"{number}.".startswith(f"{part}.") for part in excluded)]
    return sorted(set(expected) ^ set(rows)) + sorted({number for number in rows if rows.count(number) > 1})


@cache
def defined_in(path):
    """Return the tests of a file; methods as `TestClass::test_name`."""
    file = ROOT / path
    if not file.exists():
        return frozenset()
    found = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        found |= {prefix + each.name for each in inner if isinstance(each, ast.FunctionDef)}
    return frozenset(found)


def missing_tests(document):
    """Return the named tests that do not exist."""
    return sorted({f"{path}::{name}" for path, name in REFERENCE.findall(document)
                   if not name.rpartition("::")[2].startswith("test_") or name not in defined_in(path)})


def rows_without_tests(document):
    """Return the rows that neither name a test nor give a reason for its absence."""
    return [number for number, _, _, held_by in ROW.findall(document)
            if not REFERENCE.search(held_by) and held_by.split(":")[0].strip() not in NO_TEST
            and not held_by.strip().startswith("not met")]


def summary_problems(document):
    """Return the unmet requirements that are missing from their list, and the listed ones that are met."""
    listed = re.findall(r"^- \*\*(V[0-9.]+)\*\*", chapter(document, "Not met"), re.MULTILINE)
    marked = [number for number, _, _, held_by in ROW.findall(document) if held_by.strip().startswith("not met")]
    return sorted(set(listed) ^ set(marked))


def broken_links(document, own="security.md"):
    """Return the document's links to files and headings that do not exist in the repository."""
    broken = []
    for address in re.findall(r"\]\((?!https:|/)([^)\s]+)\)", document):
        name, _, anchor = address.partition("#")
        file = ROOT / "docs" / (name or own)
        text = file.read_text(encoding="utf-8") if anchor and file.exists() else ""
        headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        anchors = {re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-")) for heading in headings}
        if not file.exists() or (anchor and anchor not in anchors):
            broken.append(address)
    return broken


def missing_places(document):
    """Return the files and folders that the architecture's table of places names and that do not exist."""
    named = re.findall(r"`([\w/]+/[\w.]*|\w+\.py)`", chapter(document, "Where is …?"))
    return [place for place in named if not (ROOT / "intake" / place).exists() and not (ROOT / place).exists()]


def test_links_lead_to_texts_that_exist():
    documents = (ROOT / "docs").glob("*.md")
    found = {file.name: broken_links(file.read_text(encoding="utf-8"), file.name) for file in documents}

    assert {name: links for name, links in found.items() if links} == {}


def test_places_in_the_architecture_exist():
    document = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")

    assert missing_places(document) == []
    assert missing_places(document.replace("core/migrations.py", "core/nowhere.py")) == ["core/nowhere.py"]


def test_every_requirement_is_covered_once():
    assert coverage_problems(text()) == []


def test_every_test_exists():
    assert missing_tests(text()) == []


def test_every_row_has_a_test_or_a_reason():
    assert rows_without_tests(text()) == []


def test_summary_lists_what_is_not_met():
    assert summary_problems(text()) == []


def test_a_row_is_short():
    assert [number for number, asks, *_ in ROW.findall(text()) if len(asks.split()) > 12] == []


def _with(row):
    return f"{text()}\n{row}\n"


@pytest.mark.parametrize(("check", "row", "problem"), [
    (coverage_problems, "| V6.2.1 | twice | so | `tests/test_tenancy.py::test_no_key` |", "V6.2.1"),
    (coverage_problems, "| V6.2.99 | unknown | so | `tests/test_tenancy.py::test_no_key` |", "V6.2.99"),
    (missing_tests, "| V6.2.1 | a | b | `tests/source.py::test_x` |", "tests/source.py::test_x"),
    (missing_tests, "| V6.2.1 | a | b | `tests/nowhere.py::test_x` |", "tests/nowhere.py::test_x"),
    (missing_tests, "| V6.2.1 | a | b | `tests/source.py::modules` |", "tests/source.py::modules"),
    (rows_without_tests, "| V6.2.99 | a | b |  |", "V6.2.99"),
    (summary_problems, "| V6.2.99 | a | b | not met |", "V6.2.99"),
    (broken_links, "[of nothing](behaviour.md#of-nothing)", "behaviour.md#of-nothing"),
    (broken_links, "[of nothing](nothing.md)", "nothing.md"),
])
def test_mistake_is_detected(check, row, problem):
    assert problem in check(_with(row))
