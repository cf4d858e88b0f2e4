"""Templates of letters: the texts that every firm starts with, and the actions on templates."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from intake.accounts.audit.recording import record_act, record_change
from intake.accounts.firms.models import Firm
from intake.core.db import db
from intake.core.languages import LANGUAGES

from .errors import LetterLimitReached
from .models import LetterTemplate
from .states import MAX_TEMPLATES

_FOLDER = Path(__file__).parent / "starters"
_NAMES = {"hourly": "Engagement by the hour (to be reviewed)", "flat_fee": "Flat fee (to be reviewed)"}


class Starter(NamedTuple):
    """A text that every firm starts with; its name says that a lawyer has to review it."""

    built_in: str
    name: str
    text: dict[str, str]


@cache
def starters():
    """Return the texts of `starters/` in all their languages."""
    return [Starter(built_in, name, {
        code: (_FOLDER / f"{built_in}.{code}.txt").read_text(encoding="utf-8") for code in LANGUAGES
        if (_FOLDER / f"{built_in}.{code}.txt").exists()}) for built_in, name in _NAMES.items()]


def is_unreviewed(text):
    """Whether a text still has the line of a starter that says that a lawyer has to review it."""
    notices = {each.splitlines()[0] for starter in starters() for each in starter.text.values()}
    return not notices.isdisjoint(text.splitlines())


def list_templates(scope, query):
    """Return a page of the firm's templates; the first call copies the starters to the firm."""
    page = LetterTemplate.listed(scope, query)
    if page.total:
        return page
    LetterTemplate.add_starters(scope, starters())
    return LetterTemplate.listed(scope, query)


def choices(scope):
    """Return all templates of the firm, by name."""
    found = LetterTemplate.choices(scope)
    if not found:
        LetterTemplate.add_starters(scope, starters())
        found = LetterTemplate.choices(scope)
    return found


def create_template(scope, name, text):
    """Create a template. Raises `LetterLimitReached`."""
    with db.atomic():
        Firm.fetch_locked(scope.firm_id)  # so that two requests do not both take the last place
        if LetterTemplate.of(scope).count() >= MAX_TEMPLATES:
            raise LetterLimitReached(f"A firm can have at most {MAX_TEMPLATES} letter templates. Delete one first.")
        LetterTemplate.add_starters(scope, starters())
        template = LetterTemplate.create(firm_id=scope.firm_id, name=name, text=_text(text))
        record_act("letter_template.created", template)
    return template


def update_template(scope, template_id, **values):
    """Change the given values; letters already made from it do not change. Raises `NotFound`."""
    if "text" in values:
        values["text"] = _text(values["text"])
    with db.atomic():
        template = LetterTemplate.fetch_locked(scope, template_id)
        if changes := template.differing(values):
            template.change(**changes)
            record_change(template, changes)
    return template


def remove_template(scope, template_id):
    """Remove a template. Raises `NotFound`."""
    with db.atomic():
        template = LetterTemplate.fetch(scope, template_id)
        if template.remove():
            record_act("letter_template.removed", template)


def _text(text):
    return {code: normalized_lines(text[code]) for code in LANGUAGES if text.get(code)}


def normalized_lines(text):
    """Return a typed text with plain line ends, without space around it."""
    return text.replace("\r\n", "\n").strip()
