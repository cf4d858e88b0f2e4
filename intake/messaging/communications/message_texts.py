"""The texts of every message.

They are Jinja templates: `texts/<language>/` has those for clients, `texts/firm/` those for firms in English, and
`texts/firm/<language>/` those for firms in other languages.
`name.txt` is a mail, whose first line is the subject, `name.sms.txt` an SMS. A value that is filled in becomes a single
line; a date is written in the language. The second paragraph of a mail to a client, which mailboxes show beside the
subject, names no document.
`intake/web/mail_layout.py` makes the mail.
"""

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context

from intake.accounts.firms.mail_layout import firm_layout
from intake.core.languages import ENGLISH, LANGUAGES
from intake.core.local_time import last_whole_day, to_local
from intake.core.plain_text import one_line
from intake.web.formatting import format_date, format_phone
from intake.web.mail_layout import MailLayout

from .states import SMS

FOLDER = Path(__file__).parent / "texts"
_FOR_FIRMS = "firm"


@pass_context
def _format_value(context, value):
    if isinstance(value, date):
        return format_date(value, context["language"])
    return one_line(value) if isinstance(value, str) else value


_texts = Environment(loader=FileSystemLoader(FOLDER), autoescape=False,  # noqa: S701 (plain text needs no escaping)
                     undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_format_value)
_texts.filters["phone"] = format_phone
_texts.filters["day_of"] = lambda moment, firm: to_local(moment, firm.timezone).date()
_texts.filters["before_stop"] = lambda name: name.removesuffix(".")  # Cole & Son, P.C.


@dataclass(frozen=True)
class RenderedMessage:
    """A message ready to be sent. An SMS has no subject."""

    subject: str | None
    message: str


def email_layout(firm, language, footer, neutral_name=None, off=None, signature=""):
    """Return the `MailLayout` in the firm's name; `footer` is the name of its text, `off` is passed to the layout.

    `neutral_name`, which may be empty, replaces the firm's name, logo and colour.
    """
    footer = _rendered(footer, language, {"firm": firm})
    if neutral_name is None:
        return replace(firm_layout(firm, language, footer, off), signature=signature)
    return MailLayout(language, neutral_name, footer, preview="", off=off, signature=signature)


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


def last_day(firm, expires_at, language):
    """Return the last full day, in the firm's time zone, on which a link is open, written in the language."""
    return format_date(last_whole_day(expires_at, firm.timezone), language)


def client_language(client, firm=None):
    """Return the language in the client's `custom_fields.language` if Intake has it, else the firm's."""
    written, otherwise = client.custom_fields.get("language"), firm.settings_in_force["language"] if firm else ENGLISH
    if not isinstance(written, str):
        return otherwise
    return next((code for code, language in LANGUAGES.items() if language.is_meant_by(written)), otherwise)


def _rendered(name, language, values):
    """Render a text in the language, else in English."""
    folders = language, f"{_FOR_FIRMS}/{language}", ENGLISH, _FOR_FIRMS
    names = [f"{folder}/{name}.txt" for folder in folders]
    return _texts.select_template(names).render(values | {"language": language}).strip()
