"""Answers, numbers and days as people say them, in English and Spanish."""

from datetime import date

from intake.cases.templates.questions import ADDRESS, CHOICES, DATE, LONG_TEXT, PHONE, YES_NO
from intake.web.formatting import format_date, format_phone
from intake.web.translation import into


def format_answer(question, answer, language):
    """A clean answer to a question of `form_in`, as a list of lines."""
    if question["type"] == ADDRESS:
        district = " ".join(filter(None, (answer.get("state"), answer.get("zip"))))
        town = ", ".join(filter(None, (answer.get("city"), district)))
        return [line for line in (answer.get("line1"), answer.get("line2"), town) if line]
    if question["type"] == PHONE:
        return [format_phone(answer)]
    if question["type"] == LONG_TEXT:
        return answer.splitlines()
    if question["type"] == DATE:
        return [format_date(date.fromisoformat(answer), language)]
    if question["type"] == YES_NO:
        return [into(language)("Yes" if answer else "No")]
    labels = {option["value"]: option["label"] for option in question["options"]}
    return [str(labels.get(each, each)) for each in (answer if question["type"] == CHOICES else [answer])]


def format_condition(question, wanted, language):
    """The answer that a question hangs on, as its own question shows it."""
    return ", ".join(format_answer(question, [wanted] if question["type"] == CHOICES else wanted, language))
