"""An address, kept as {line1, line2, city, state, zip}, of which only the parts that were given are there."""

from .question_type import NO_TEXT, InvalidAnswer, QuestionType, as_text, sent_text, stripped
from .text import TOO_LONG, parse_line

ADDRESS_PARTS = ("line1", "line2", "city", "state", "zip")
_NO_ADDRESS = "Please enter at least the street and the city."


class Address(QuestionType):
    """Its parts have fields of their own, such as `q.home.city`."""

    name = "address"
    problems = (NO_TEXT, TOO_LONG, _NO_ADDRESS)
    condition_problem = "Must not be an address: it equals no single value."

    def parse(self, typed, question):
        if not isinstance(typed, dict):
            raise InvalidAnswer(_NO_ADDRESS)
        parts = {part: parse_line(stripped(as_text(typed[part]))) for part in ADDRESS_PARTS if typed.get(part)}
        address = {part: text for part, text in parts.items() if text}
        if address and not {"line1", "city"} <= address.keys():
            raise InvalidAnswer(_NO_ADDRESS)
        return address or None

    def format(self, answer, question, language):
        district = " ".join(filter(None, (answer.get("state"), answer.get("zip"))))
        town = ", ".join(filter(None, (answer.get("city"), district)))
        return [line for line in (answer.get("line1"), answer.get("line2"), town) if line]

    def from_fields(self, name, fields):
        parts = {part: sent_text(fields[f"{name}.{part}"]) for part in ADDRESS_PARTS if f"{name}.{part}" in fields}
        return parts or None

    def for_field(self, typed):
        return typed if isinstance(typed, dict) else {}
