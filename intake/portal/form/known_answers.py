"""What the client's record has already, so that clients need not type it again (WCAG 2.2, 3.3.7)."""

from intake.cases.templates.question_types.address import ADDRESS_PARTS

_AUTOCOMPLETE = {
    "full_name": "name", "first_name": "given-name", "last_name": "family-name", "email": "email", "phone": "tel",
    "birth_date": "bday", "date_of_birth": "bday",
}  # fmt: skip
_OF_ADDRESS = {"line1": "address-line1", "line2": "address-line2", "city": "address-level2", "state": "address-level1",
               "zip": "postal-code"}
_OWN_ADDRESSES = ("address", "home_address")


def known_answers(client):
    """Return what the client's record has, by the ids that questions about it usually have."""
    address = {part: text for part in ADDRESS_PARTS if (text := (client.address or {}).get(part))}
    born = client.date_of_birth and client.date_of_birth.isoformat()
    return {id: answer for id, answer in {
        "full_name": f"{client.first_name} {client.last_name}", "first_name": client.first_name,
        "last_name": client.last_name, "email": client.email, "phone": client.phone, "birth_date": born,
        "date_of_birth": born, **dict.fromkeys(_OWN_ADDRESSES, address)}.items() if answer}


def autocomplete(question_id, part=None):
    """Return the `autocomplete` token of a question about the client, None for any other."""
    if part:
        return _OF_ADDRESS[part] if question_id in _OWN_ADDRESSES else None
    return _AUTOCOMPLETE.get(question_id)
