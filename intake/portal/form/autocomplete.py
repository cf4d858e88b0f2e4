"""The fields that a browser may fill in automatically (WCAG 2.2, 1.3.5)."""

from intake.cases.intake_forms.known_answers import BIRTH_DATES, OWN_ADDRESSES

_TOKENS = {
    "full_name": "name", "first_name": "given-name", "last_name": "family-name", "email": "email", "phone": "tel",
    **dict.fromkeys(BIRTH_DATES, "bday"),
}
_OF_ADDRESS = {"line1": "address-line1", "line2": "address-line2", "city": "address-level2", "state": "address-level1",
               "zip": "postal-code"}


def autocomplete(question_id, part=None):
    """Return the `autocomplete` token of a question about the client, None for any other."""
    if part:
        return _OF_ADDRESS[part] if question_id in OWN_ADDRESSES else None
    return _TOKENS.get(question_id)
