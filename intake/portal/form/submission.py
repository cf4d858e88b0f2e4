"""What stands in a page's fields: what was sent, read as answers, and answers, to be shown again as they were typed."""

import json
import re

from intake.cases.intake_forms.merging import marks_of
from intake.cases.templates.questions import ADDRESS, ADDRESS_PARTS, CHOICES, YES_NO

from .sections import field_of

MARKS = "marks"
_LONGEST = 20_000
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_YES_NO = {True: "yes", False: "no", "true": "yes", "false": "no"}


def sent(questions, fields):
    """The answers by question id, as they were typed; only those of fields that the browser sent."""
    found = {question["id"]: _sent(question, fields) for question in questions}
    return {id: answer for id, answer in found.items() if answer is not None}


def sent_marks(fields):
    """What the page says stood in it when it was made; nothing, if that makes no sense."""
    try:
        marks = json.loads(fields.get(MARKS, ""))
    except (ValueError, RecursionError):
        return {}
    return {id: mark for id, mark in marks.items() if isinstance(mark, str)} if isinstance(marks, dict) else {}


def written_marks(questions, answers):
    """The marks of what stands in these questions' fields, for the page to send back."""
    return json.dumps(marks_of({question["id"]: answers.get(question["id"]) for question in questions}))


def typed(question, answer):
    """The answer as its field shows it: a text, the list of what is ticked, the parts of an address."""
    if question["type"] == ADDRESS:
        return answer if isinstance(answer, dict) else {}
    if question["type"] == CHOICES:
        return answer if isinstance(answer, list) else [answer] if answer else []
    if question["type"] == YES_NO and isinstance(answer, bool | str):
        return _YES_NO.get(answer, answer)
    return "" if answer is None or isinstance(answer, list | dict) else str(answer)


def condition_sent(wanted):
    """The answer that a question hangs on, as its own field sends it."""
    return _YES_NO[wanted] if isinstance(wanted, bool) else str(wanted)


def _sent(question, fields):
    name = field_of(question["id"])
    if question["type"] == ADDRESS:
        parts = {part: _text(fields[f"{name}.{part}"]) for part in ADDRESS_PARTS if f"{name}.{part}" in fields}
        return parts or None
    if name not in fields:
        return None
    if question["type"] == CHOICES:
        return [_text(each) for each in fields.getlist(name) if each]
    return _text(fields[name])


def _text(given):
    """What was typed, with the line ends that we keep and without what no database takes."""
    return _UNSTORABLE.sub("", given).replace("\r\n", "\n").replace("\r", "\n")[:_LONGEST]
