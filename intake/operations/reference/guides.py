"""The guides of `docs/` that users of the API and of the portal read, as HTML."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup

_FOLDER = Path(__file__).parents[3] / "docs"
_LINK = re.compile(r"([a-z]+)\.md(#.*)?")
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

# A wide table is scrolled by itself, also with the keyboard.
_SCROLLED = '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n'
_markdown.add_render_rule("table_open", lambda *_: _SCROLLED)
_markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")

NAMES = ("behaviour", "webhooks", "oauth", "templates", "portal", "pages", "leads", "lead-forms", "conflicts",
         "letters", "court-forms", "reports", "records", "exports", "erasure", "integrations", "billing", "quickstart",
         "sandbox", "api-versions")
"""The guides in their order. The other documents are for operators and developers."""


@dataclass(frozen=True)
class Section:
    """A section of a guide; its `text` does not include the title."""

    id: str
    title: str
    text: str


@dataclass(frozen=True)
class Guide:
    """A guide: its `html` begins after the title."""

    name: str
    title: str
    sections: list
    html: Markup


@cache
def guide(name):
    """Return the guide of this name, which is one of `NAMES`."""
    tokens = _markdown.parse((_FOLDER / f"{name}.md").read_text(encoding="utf-8"))
    title = _text_of(tokens[1])
    sections: list[tuple[str, list[str]]] = []
    for opening, text in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", anchor(_text_of(text)))
        if opening.type == "heading_open" and opening.tag == "h2":
            sections.append((_text_of(text), []))
        elif sections:
            sections[-1][1].append(_text_of(text) if text.children else text.content)
        if text.children:
            text.children = [*_with_our_links(text.children)]
    html = _markdown.renderer.render(tokens[3:], _markdown.options, {})
    # Links and code in it are escaped by the renderer, and no HTML of the source is kept.
    return Guide(name, title, [Section(anchor(heading), heading, " ".join(texts)) for heading, texts in sections],
                 Markup(html))  # noqa: S704


def anchor(heading):
    """Return the id of a heading, as the links between the guides write it."""
    return re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-"))


def _text_of(token):
    return "".join(child.content for child in token.children)


def _with_our_links(children):
    """Yield the tokens; links to guides lead to their pages, those to other files of the repository become text."""
    dropped = False
    for child in children:
        if child.type == "link_open":
            address = child.attrGet("href")
            found = _LINK.fullmatch(address)
            if found and found[1] in NAMES:
                child.attrSet("href", f"/docs/{found[1]}{found[2] or ''}")
            dropped = not child.attrGet("href").startswith(("/docs/", "#", "https://"))
        if not (dropped and child.type in ("link_open", "link_close")):
            yield child
