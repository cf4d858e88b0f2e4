"""The text of a mail that has only HTML, as a reader sees it.

Its source is not trusted, so it is read in one pass, and an unclosed element ends with the mail. Python's `html.parser`
takes minutes for some crafted mails.
"""

import re
from html import unescape

_TAG = re.compile(r"<!--.*?(?:-->|\Z)|<[!?][^<>]*>?|<(/?)([A-Za-z][A-Za-z0-9]*)[^<>]*>?", re.DOTALL)
_HIDDEN = frozenset(("head", "script", "style", "title"))
_LINES = frozenset(("dd", "div", "dt", "hr", "li", "tr"))
_PARAGRAPHS = frozenset(("blockquote", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "ol", "p", "pre", "table", "ul"))


def text_of_html(source):
    """Return the text; quoted lines begin with `>`, as in a plain-text mail."""
    first, *rest = _TAG.split(source)
    shown = _ShownText()
    shown.add_text(first)
    for closes, tag, text in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        shown.add_tag((tag or "").lower(), bool(closes))
        shown.add_text(text)
    return _tidy("".join(shown.pieces))


class _ShownText:
    """Collects the `pieces` of what a browser would show."""

    def __init__(self):
        self.pieces = []
        self._hidden_by = ""
        self._quotes = 0
        self._is_line_begun = False

    def add_text(self, text):
        """Add the text between two tags, unless it is hidden."""
        if not self._hidden_by:
            self.pieces.append(re.sub(r"\s+", " ", unescape(text)))
            self._is_line_begun = self._is_line_begun or bool(text.strip())

    def add_tag(self, name, closes):
        """Add what stands for a tag: a space between cells, or the end of a line or of a paragraph."""
        if self._hidden_by:
            if name == "body" or (closes and name == self._hidden_by):
                self._hidden_by = ""
        elif name in _HIDDEN and not closes:
            self._hidden_by = name
        elif name in ("td", "th"):
            self.pieces.append(" ")
        elif name in _PARAGRAPHS or (name == "br" and not closes) or (name in _LINES and self._is_line_begun):
            if name == "blockquote":
                self._quotes = max(0, self._quotes + (-1 if closes else 1))
            self.pieces += ["\n\n" if name in _PARAGRAPHS else "\n", "> " if self._quotes else ""]
            self._is_line_begun = False


def _tidy(text):
    """Return the text with at most one blank line in a row."""
    lines: list[str] = []
    for line in (each.strip() for each in text.split("\n")):
        is_blank = not line.strip("> ")
        if not is_blank or (lines and lines[-1]):
            lines.append("" if is_blank else line)
    return "\n".join(lines).strip()
