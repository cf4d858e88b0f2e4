"""The layout of a mail: plain text, and HTML made from it, so that both have the same content.

In HTML a paragraph `Label: https://…` becomes a button, and lines that begin with `- ` a list, in which such a line
becomes a link. The HTML is one column that fits 320 pixels, light or dark like the reader's device, and loads nothing
but the sender's logo.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import render_template
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from intake.core.languages import direction_of
from intake.core.plain_text import one_line

from .colors import PLAIN, readable, text_color_on
from .translation import translator

_BUTTON = re.compile(r"(?P<label>[^\n:]{1,60}): (?P<url>https?://\S+)")
_LINKED = re.compile(r"(?P<label>.+): (?P<url>https?://\S+)")
_GREETING_LENGTH, _PREVIEW_LENGTH = 60, 150

_pages = Environment(loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=True,
                     undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@dataclass(frozen=True)
class MailLayout:
    """The frame of a mail: the sender's name, logo and colour, and the footer."""

    language: str
    name: str
    """The sender's name, may be empty."""
    footer: str
    logo_url: str | None = None
    color: str | None = None
    preview: str | None = None
    """The text that mailboxes show beside the subject; if None, the first paragraph after the greeting."""
    off: tuple[str, str] | None = None
    """Label and address of the page for unsubscribing from such mails."""
    signature: str = ""
    """Lines below the message."""

    def render(self, template: str, **values: Any) -> tuple[str, str, str]:
        """Return subject, plain text and HTML of a template in the mail's language, whose first line is the subject.

        Each value becomes a single line.
        """
        lines = {name: one_line(value) for name, value in values.items()}
        subject, _, message = render_template(template, _=translator(self.language), **lines).partition("\n")
        return subject.strip(), self.text(message.strip()), self.html(message)

    def text(self, message: str) -> str:
        """Return the mail as plain text."""
        footer = "\n".join(filter(None, (self.footer, self.off and ": ".join(self.off))))
        signed = f"{message}\n\n{self.signature}" if self.signature else message
        return f"{signed}\n\n-- \n{footer}\n"

    def html(self, message: str) -> str:
        """Return the mail as HTML."""
        blocks, color = [*_blocks(message)], self.color or PLAIN
        signature = [("lines", self.signature.splitlines())] if self.signature else []
        return _pages.get_template("mail.html").render(
            language=self.language, direction=direction_of(self.language), _=translator(self.language),
            name=one_line(self.name), logo_url=self.logo_url, color=color, ink=text_color_on(color),
            link=readable(color, "light"), dark=_dark(color), blocks=[*blocks, *signature],
            preview=_preview(blocks) if self.preview is None else self.preview, footer=self.footer, off=self.off)


def _dark(color: str) -> dict[str, str]:
    """Return the colour for the dark scheme, and that of text on it."""
    lighter = readable(color, "dark")
    return {"color": lighter, "ink": text_color_on(lighter)}


def _preview(blocks: Sequence[tuple[str, Any]]) -> str:
    """Return the first paragraph after the greeting, which is a short line."""
    paragraphs = [" ".join(content) for kind, content in blocks if kind == "lines"]
    if len(paragraphs) > 1 and len(paragraphs[0]) <= _GREETING_LENGTH:
        del paragraphs[0]
    text = one_line(paragraphs[0]) if paragraphs else ""
    return text if len(text) <= _PREVIEW_LENGTH else f"{text[:_PREVIEW_LENGTH - 1].rstrip()}…"


def _blocks(message: str) -> Iterator[tuple[str, Any]]:
    """Yield the message's paragraphs as (kind, content)."""
    for paragraph in re.split(r"\n\s*\n", message.replace("\r\n", "\n").strip()):
        lines = paragraph.split("\n")
        if all(line.startswith("- ") for line in lines):
            yield "list", [_item(line[2:]) for line in lines]
        elif button := _BUTTON.fullmatch(paragraph):
            yield "button", button.groupdict()
        else:
            yield "lines", lines


def _item(text: str) -> dict[str, str | Any]:
    """Return an item of a list: its text, and the address at its end or None."""
    linked = _LINKED.fullmatch(text)
    return linked.groupdict() if linked else {"label": text, "url": None}
