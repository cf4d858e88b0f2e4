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
    pieces, hidden, quotes, line_begun = [_as_it_reads(first)], "", 0, bool(first.strip())
    for closes, tag, text in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        name = (tag or "").lower()
        if hidden:
            hidden = "" if (closes and name == hidden) or name == "body" else hidden
        elif name in _HIDDEN and not closes:
            hidden = name
        elif name in ("td", "th"):
            pieces.append(" ")
        elif name in _PARAGRAPHS or (name == "br" and not closes) or (name in _LINES and line_begun):
            quotes = max(0, quotes + (-1 if closes else 1)) if name == "blockquote" else quotes
            pieces += ["\n\n" if name in _PARAGRAPHS else "\n", "> " if quotes else ""]
            line_begun = False
        if not hidden:
            pieces.append(_as_it_reads(text))
            line_begun = line_begun or bool(text.strip())
    return _tidy("".join(pieces))


def _as_it_reads(text):
    return re.sub(r"\s+", " ", unescape(text))


def _tidy(text):
    """Return the text with at most one blank line in a row."""
    lines: list[str] = []
    for line in (each.strip() for each in text.split("\n")):
        is_blank = not line.strip("> ")
        if not is_blank or (lines and lines[-1]):
            lines.append("" if is_blank else line)
    return "\n".join(lines).strip()
