"""The fields that a browser may fill in automatically (WCAG 2.2, 1.3.5)."""

from intake.cases.intake_forms.known_answers import OWN_ADDRESSES
from intake.cases.templates.question_types.date import BIRTH, BIRTH_DATES, Date

_TOKENS = {
    "full_name": "name", "first_name": "given-name", "last_name": "family-name", "email": "email", "phone": "tel",
}
_OF_ADDRESS = {"line1": "address-line1", "line2": "address-line2", "city": "address-level2", "state": "address-level1",
               "zip": "postal-code"}


def autocomplete(question, part=None):
    """Return the `autocomplete` token of a question about the client, or of a part of it, None for any other."""
    if question["type"] == Date.name:
        return f"bday-{part}" if question["id"] in BIRTH_DATES or question.get("when") == BIRTH else None
    if part:
        return _OF_ADDRESS[part] if question["id"] in OWN_ADDRESSES else None
    return _TOKENS.get(question["id"])
