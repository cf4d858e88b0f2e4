"""The texts of every message, and the layout of a mail.

The texts are Jinja templates: `texts/<language>/` has those for clients, `texts/firm/` those for firms, in English, and
`texts/firm/<language>/` in other languages.
`name.txt` is a mail, whose first line is the subject, `name.sms.txt` an SMS. Each value that is put into one becomes a
single line. A mail's HTML is made of its plain text, so that both have the same content: a line `Label: https://…` of
its own becomes a button, lines that begin with `- ` a list, in which such a line becomes a link.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from intake.accounts.firms.models import Firm
from intake.core.languages import ENGLISH, LANGUAGES
from intake.core.plain_text import one_line

from .states import SMS

FOLDER = Path(__file__).parent / "texts"
_FOR_FIRMS = "firm"

_BUTTON = re.compile(r"(?P<label>[^\n:]{1,60}): (?P<url>https?://\S+)")
_LINKED = re.compile(r"(?P<label>.+): (?P<url>https?://\S+)")
_PLAIN_COLOR = "#1f3a5f"


def _environment(is_html, **options):
    return Environment(loader=FileSystemLoader(FOLDER), autoescape=is_html,  # noqa: S701 (plain text needs no escaping)
                       undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, **options)


_texts = _environment(False, finalize=lambda value: one_line(value) if isinstance(value, str) else value)
_pages = _environment(True)


@dataclass(frozen=True)
class RenderedMessage:
    """A message ready to be sent. An SMS has no subject."""

    subject: str | None
    message: str


@dataclass(frozen=True)
class EmailLayout:
    """The frame of a mail: a footer, and in HTML the firm's name, logo and colour if `intake_branding` is on."""

    firm: Firm
    language: str
    footer: str
    """The name of the footer's text."""
    neutral_name: str | None = None
    """What stands in place of the firm's name, logo and colour, perhaps nothing; None to show these."""
    signature: str = ""

    def text(self, message):
        """Return the mail as plain text."""
        signed = f"{message}\n\n{self.signature}" if self.signature else message
        return f"{signed}\n\n-- \n{self._footer_text()}\n"

    def html(self, message):
        """Return the mail as HTML."""
        is_neutral = self.neutral_name is not None
        branded = self.firm.settings_in_force["intake_branding"] and not is_neutral
        color = self.firm.settings_in_force["brand_color"] if branded else None
        signature = [("lines", self.signature.splitlines())] if self.signature else []
        return _pages.get_template("mail.html").render(
            language=self.language, name=one_line(self.firm.name if self.neutral_name is None else self.neutral_name),
            logo_url=self.firm.logo_url if branded else None,
            color=color or _PLAIN_COLOR, ink=_ink_on(color or _PLAIN_COLOR), blocks=[*_blocks(message), *signature],
            footer=self._footer_text())

    def _footer_text(self):
        return _rendered(self.footer, self.language, {"firm": self.firm})


def render_message(name, channel, language, **values):
    """Render the text of this name for the channel as a `RenderedMessage`."""
    rendered = _rendered(f"{name}.sms" if channel == SMS else name, language, values)
    if channel == SMS:
        return RenderedMessage(None, rendered)
    subject, _, message = rendered.partition("\n")
    return RenderedMessage(subject.strip(), message.strip())


def render_text(name, language, **values):
    """Render the text of this name as one line."""
    return one_line(_rendered(name, language, values))


def client_language(client, firm=None):
    """Return the language that the client's `custom_fields.language` names; if it names none of ours, the firm's."""
    written, otherwise = client.custom_fields.get("language"), firm.settings_in_force["language"] if firm else ENGLISH
    if not isinstance(written, str):
        return otherwise
    return next((code for code, language in LANGUAGES.items() if language.is_meant_by(written)), otherwise)


def _rendered(name, language, values):
    """Render a text in the language, else in English."""
    folders = language, f"{_FOR_FIRMS}/{language}", ENGLISH, _FOR_FIRMS
    names = [f"{folder}/{name}.txt" for folder in folders]
    return _texts.select_template(names).render(values).strip()


def _blocks(message):
    """Yield the message's paragraphs as (kind, content)."""
    for paragraph in re.split(r"\n\s*\n", message.replace("\r\n", "\n").strip()):
        lines = paragraph.split("\n")
        if all(line.startswith("- ") for line in lines):
            yield "list", [_item(line[2:]) for line in lines]
        elif button := _BUTTON.fullmatch(paragraph):
            yield "button", button.groupdict()
        else:
            yield "lines", lines


def _item(text):
    """Return an item of a list: its text, and the address that ends it, None without one."""
    linked = _LINKED.fullmatch(text)
    return linked.groupdict() if linked else {"label": text, "url": None}


def _ink_on(color):
    """Return black or white, whichever is readable on the colour."""
    red, green, blue = (int(color[place:place + 2], 16) for place in (1, 3, 5))
    return "#000000" if red * 0.299 + green * 0.587 + blue * 0.114 > 150 else "#ffffff"
