"""An address, kept as {line1, line2, city, state, zip} with only the parts that were given.

An American state is kept in the Postal Service's abbreviation. Any other text is kept as written, because the address
may be in another country.
"""

import re

from intake.cases.templates.states import STATES
from intake.core.plain_text import as_keyed
from intake.core.text_search import folded

from .question_type import InvalidAnswer, QuestionType, as_text, sent_text, stripped
from .text import parse_line

ADDRESS_PARTS = ("line1", "line2", "city", "state", "zip")
_NO_ADDRESS = "Please enter at least the street and the city."
_NO_ZIP = "Please enter the ZIP code with five digits, such as 12207."
_FOREIGN = "This seems to be outside the United States. Is it right?"
_ZIP = re.compile("[0-9]{5}(-[0-9]{4})?")
_CODES = {folded(text): code for code, name in STATES.items() for text in (code, name)}


class Address(QuestionType):
    """Each part has its own field, such as `q.home.city`."""

    name = "address"
    condition_problem = "Must not be an address: it equals no single value."

    def parse(self, typed, question):
        if not isinstance(typed, dict):
            raise InvalidAnswer(_NO_ADDRESS)
        parts = {part: parse_line(stripped(as_text(typed[part]))) for part in ADDRESS_PARTS if typed.get(part)}
        address = {part: text for part, text in parts.items() if text}
        if address and not {"line1", "city"} <= address.keys():
            raise InvalidAnswer(_NO_ADDRESS)
        address |= {part: as_keyed(address[part]).strip() for part in ("state", "zip") if part in address}
        if "state" in address:
            address["state"] = _CODES.get(folded(address["state"]), address["state"])
        if "zip" in address and not _fits(address["zip"], address.get("state")):
            raise InvalidAnswer(_NO_ZIP)
        return address or None

    def doubt(self, answer, question):
        is_american = answer.get("state", "NY") in STATES and _ZIP.fullmatch(answer.get("zip", "12207"))
        return None if is_american else _FOREIGN

    def format(self, answer, question, language):
        district = " ".join(filter(None, (answer.get("state"), answer.get("zip"))))
        town = ", ".join(filter(None, (answer.get("city"), district)))
        return [line for line in (answer.get("line1"), answer.get("line2"), town) if line]

    def from_fields(self, name, fields, question):
        parts = {part: sent_text(fields[f"{name}.{part}"]) for part in ADDRESS_PARTS if f"{name}.{part}" in fields}
        return parts or None

    def for_field(self, typed):
        return typed if isinstance(typed, dict) else {}


def _fits(code, state):
    """Whether this can be a ZIP code there; a code of another country has a digit at least."""
    return _ZIP.fullmatch(code) if state in STATES else any(character.isdigit() for character in code)
