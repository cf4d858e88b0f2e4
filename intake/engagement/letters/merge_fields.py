"""Fields in the text of a letter, such as `{{client.name}}`: their names and their values."""

import re
from typing import NamedTuple

from intake.accounts.users.models import User
from intake.web.formatting import format_date, format_phone

from .errors import LetterTooLong
from .states import MAX_FILLED_TEXT

WRITTEN = ("fee", "scope", "retention", "state_clause")
"""The fields that the firm writes for each letter; `retention` defaults to the firm's setting."""

RECORDED = ("client.name", "client.first_name", "client.last_name", "client.email", "client.phone", "matter.title",
            "attorney.name", "firm.name", "firm.email", "firm.phone", "signers", "today")

KNOWN = (*RECORDED, *WRITTEN)

_FIELD = re.compile(r"\{\{([^{}\n]{0,200})\}\}")
_BRACES = re.compile(r"\{\{|\}\}")
_MOST_PROBLEMS = 20


class Problem(NamedTuple):
    """An error in a text and its position: line and column, counted from 1."""

    line: int
    column: int
    found: str

    @property
    def message(self):
        """The error, in English."""
        return f"Line {self.line}, character {self.column}: there is no field “{self.found}”."


def problems_of(text):
    """Return the first 20 `Problem`s: unknown fields, and braces that belong to no field.

    A text may have thousands, and finding the line of each takes time.
    """
    found, fields = [], {}
    for match in _FIELD.finditer(text):
        fields[match.start()] = fields[match.end() - 2] = True
        if match[1].strip() not in KNOWN:
            found.append((match.start(), match[0]))
    found += [(match.start(), match[0]) for match in _BRACES.finditer(text) if match.start() not in fields]
    return [Problem(text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place), shown)
            for place, shown in sorted(found)[:_MOST_PROBLEMS]]


def fields_in(text):
    """Return the names of the known fields of a text, each once."""
    return list(dict.fromkeys(name for match in _FIELD.finditer(text) if (name := match[1].strip()) in KNOWN))


def filled(text, values):
    """Return the text with fields replaced by their values; a field without a value stays. Raises `LetterTooLong`."""
    added = sum(len(values.get(match[1].strip(), "")) for match in _FIELD.finditer(text))
    if len(text) + added > MAX_FILLED_TEXT:
        raise LetterTooLong
    return _FIELD.sub(lambda match: values.get(match[1].strip()) or match[0], text)


def values_for(letter, matter, firm, attorney):
    """Return {field: value} for a letter of the matter, without fields whose value is unknown.

    `attorney` is the name of the attorney in charge, if any.
    """
    client, language = matter.client, letter.language
    kept = firm.settings_in_force["retention_text"] or {}
    values = {
        "matter.title": matter.client_label or matter.title, "firm.name": firm.name, "firm.email": firm.email,
        "firm.phone": firm.phone and format_phone(firm.phone), "attorney.name": attorney,
        "signers": ", ".join(signer.name for signer in letter.signers),
        "today": format_date(firm.today, language),
        "retention": kept.get(language)}
    if client:
        values |= {"client.name": client.full_name, "client.first_name": client.first_name,
                   "client.last_name": client.last_name, "client.email": client.email,
                   "client.phone": client.phone and format_phone(client.phone)}
    values |= {name: text for name, text in letter.field_values.items() if text}
    return {name: text for name, text in values.items() if text}


def attorney_of(matter):
    """Return the name of the attorney in charge, None without an attorney or a name."""
    person = User.in_charge_of(matter, User.first_name, User.last_name).first()
    return " ".join(filter(None, (person.first_name, person.last_name))) if person else None
