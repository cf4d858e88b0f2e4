"""Answers from the client's record, so that clients need not type them again (WCAG 2.2, 3.3.7)."""

from intake.cases.templates.answers import parse_answer
from intake.cases.templates.question_types.address import ADDRESS_PARTS
from intake.cases.templates.question_types.date import BIRTH_DATES
from intake.cases.templates.question_types.question_type import InvalidAnswer
from intake.web.formatting import format_phone

OWN_ADDRESSES = ("address", "home_address")
"""The ids that questions about the client usually have."""


def known_answers(client, questions):
    """Return the answers to these questions that the record has, by the questions' ids; only those that are valid."""
    recorded = _recorded(client)
    return {question["id"]: recorded[question["id"]] for question in questions
            if recorded.get(question["id"]) and _is_valid(question, recorded[question["id"]])}


def _recorded(client):
    born = client.date_of_birth and client.date_of_birth.isoformat()
    address = {part: text for part in ADDRESS_PARTS if (text := (client.address or {}).get(part))}
    return {
        "full_name": client.full_name, "first_name": client.first_name, "last_name": client.last_name,
        "email": client.email, "phone": client.phone and format_phone(client.phone),
        **dict.fromkeys(BIRTH_DATES, born), **dict.fromkeys(OWN_ADDRESSES, address)}


def _is_valid(question, answer):
    try:
        return parse_answer(question, answer) is not None
    except InvalidAnswer:
        return False
