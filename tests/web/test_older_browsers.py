"""Scripts and styles work in browsers of some years ago: phones that get no updates any more, an office's slow updates.

The oldest are Safari 15.4 and Firefox 115.
"""

import re

import pytest

from tests.source import ROOT

NEWER = {
    r"\.requestSubmit\(": "Safari 16; the form's button has `click`",
    r"\.(?:checkVisibility|showPopover|togglePopover|showPicker|toWellFormed|isWellFormed)\(": "Safari 16 to 17.4",
    r"AbortSignal\.(?:timeout|any)\(": "Safari 16",
    r"\.(?:toSorted|toReversed|toSpliced|with|isSubsetOf|union|intersection|difference)\(": "Safari 16 and 17",
    r"\b(?:Object|Map)\.groupBy\(|Promise\.withResolvers\(|URL\.canParse\(|structuredClone\(": "Safari 15.4 to 17.4",
    r"(?:querySelector(?:All)?|closest|matches)\([^)]*:(?:has\(|popover-open)": "Firefox 121",
    r"\baria(?:Hidden|Label|Selected|Expanded|Busy|Live|Current|Pressed|Description)\b\s*[:=](?!=)":
        "Firefox 119; `setAttribute` does the same",
    r"\(\?<[=!]": "Safari 16.4",
    r"new FormData\([^()]*,": "Safari 16.4",
}
"""What older browsers do not know, with the first that does. `what?.(…)` is none: the page goes on without it."""

GUARDED = {
    ("choices.js", "showPopover"): "a browser without popovers keeps its own list",
    ("choices.js", "ariaSelected"): "as above",
    ("choices.js", "ariaLabel"): "as above",
    ("portal_sending.js", "toWellFormed"): "asked for first",
}
"""Scripts that use it only where the browser knows it, each with the reason."""


def _scripts():
    yield from (path for path in ROOT.glob("intake/**/*.js") if "vendor" not in path.parts)


@pytest.mark.parametrize("pattern", NEWER)
def test_scripts_use_what_older_browsers_know(pattern):
    found = [(path.name, match[0]) for path in _scripts() for match in re.finditer(pattern, path.read_text("utf-8"))]
    used = [(name, use) for name, use in found if not any(
        name == file and word in use for file, word in GUARDED)]
    assert used == [], NEWER[pattern]


@pytest.mark.parametrize(("file", "word"), GUARDED)
def test_every_exception_is_needed(file, word):
    assert word in (ROOT / "intake/web/static" / file).read_text("utf-8")


def test_a_selector_that_older_browsers_do_not_know_makes_no_other_invalid():
    """A browser ignores the whole rule; `:is` would keep the others."""
    mixed = []
    for path in ROOT.glob("intake/**/*.css"):
        for selectors in re.findall(r"(?:^|[{};/])([^{};/]*:(?:has|popover-open)[^{};]*){", path.read_text("utf-8")):
            parts = re.split(r",(?![^(]*\))", selectors)
            mixed += [(path.name, selectors.strip())] * (0 < sum(":has(" in part for part in parts) < len(parts))

    assert mixed == []


def test_no_line_depends_on_a_break_that_firefox_does_not_make():
    """Where text does not wrap, such as in times of lists, it makes none at a `<wbr>`; Chromium does."""
    assert [path.name for path in ROOT.glob("intake/console/**/*.html") if "<wbr>" in path.read_text("utf-8")] == []
