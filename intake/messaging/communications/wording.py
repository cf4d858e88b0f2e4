"""The words of every message, and the dress in which a mail goes out.

The words are Jinja texts in `texts/<language>/`: `name.txt` for mails, whose first line is the subject, `name.sms.txt`
for SMS. What is put into them becomes one line, whatever it was. A mail's HTML is made of its plain text, so that both
always say the same: a line `Label: https://…` of its own becomes a button, lines that begin with `- ` a list.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from intake.core.plain_text import one_line

from .states import SMS

EN, ES = LANGUAGES = ("en", "es")
FOLDER = Path(__file__).parent / "texts"

_BUTTON = re.compile(r"(?P<label>[^\n:]{1,60}): (?P<url>https?://\S+)")
_PLAIN_COLOR = "#1f3a5f"
_SPANISH = re.compile(r"es\b|spanish|español|espanol|castellano", re.IGNORECASE)


def _environment(is_html, **options):
    return Environment(loader=FileSystemLoader(FOLDER), autoescape=is_html,  # noqa: S701 (what is no HTML is text)
                       undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, **options)


_texts = _environment(False, finalize=lambda value: one_line(value) if isinstance(value, str) else value)
_pages = _environment(True)


@dataclass(frozen=True)
class RenderedMessage:
    """What a message says. An SMS has no subject."""

    subject: str | None
    message: str


@dataclass(frozen=True)
class EmailLayout:
    """How a mail looks: in the colours of the firm, if it wants that."""

    firm: object
    language: str
    footer: str
    """The name of the text at the end."""

    def text(self, message):
        """The message as plain text."""
        return f"{message}\n\n-- \n{self._end()}\n"

    def html(self, message):
        """The message as HTML."""
        branded = self.firm.settings_in_force["intake_branding"]
        color = self.firm.settings_in_force["brand_color"] if branded else None
        return _pages.get_template("mail.html").render(
            language=self.language, name=one_line(self.firm.name), logo_url=self.firm.logo_url if branded else None,
            color=color or _PLAIN_COLOR, ink=_ink_on(color or _PLAIN_COLOR), blocks=[*_blocks(message)],
            footer=self._end())

    def _end(self):
        return _rendered(f"{self.language}/{self.footer}.txt", {"firm": self.firm})


def render_message(name, channel, language, **values):
    """The `Words` of this name for the channel."""
    rendered = _rendered(f"{language}/{name}{'.sms' if channel == SMS else ''}.txt", values)
    if channel == SMS:
        return RenderedMessage(None, rendered)
    subject, _, message = rendered.partition("\n")
    return RenderedMessage(subject.strip(), message.strip())


def render_text(name, language, **values):
    """The text of this name as one line."""
    return one_line(_rendered(f"{language}/{name}.txt", values))


def language_of(client):
    """The language a client is written to in: what `custom_fields.language` says, else English."""
    told = client.custom_fields.get("language")
    return ES if isinstance(told, str) and _SPANISH.match(told.strip()) else EN


def _rendered(template, values):
    return _texts.get_template(template).render(values).strip()


def _blocks(message):
    """The message's paragraphs as (kind, content)."""
    for paragraph in re.split(r"\n\s*\n", message.replace("\r\n", "\n").strip()):
        lines = paragraph.split("\n")
        if button := _BUTTON.fullmatch(paragraph):
            yield "button", button.groupdict()
        elif all(line.startswith("- ") for line in lines):
            yield "list", [line[2:] for line in lines]
        else:
            yield "lines", lines


def _ink_on(color):
    """Black or white, whichever can be read on the colour."""
    red, green, blue = (int(color[place:place + 2], 16) for place in (1, 3, 5))
    return "#000000" if red * 0.299 + green * 0.587 + blue * 0.114 > 150 else "#ffffff"
