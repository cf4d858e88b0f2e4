"""The values that a mapping's sources have for one matter."""

import re
from dataclasses import dataclass
from datetime import date

from intake.accounts.firms.models import Firm
from intake.accounts.users.models import User
from intake.cases.clients.models import Client
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.templates.question_types import type_of
from intake.cases.templates.question_types.entry_list import EntryList
from intake.cases.templates.questions import form_in, is_shown
from intake.core.languages import ENGLISH
from intake.core.text_search import folded

from .matching import known_questions
from .sources import CUSTOM, LITERAL, RECORDS, SAME_ANSWERS, TODAY, parse_answer_source
from .states import CHECK, CHOICE, DATE, RADIO

YES = ("yes", "true", "x", "1")
_ADDRESS = {"type": "address"}
_US_DATE = "%m/%d/%Y"
_QUESTION_BY_FIELD = {CHECK: "yes_no", RADIO: "choice", CHOICE: "choice", DATE: "date"}
_HUMAN = re.compile(r"[_-]+")


@dataclass(frozen=True)
class Value:
    """The value of a source: as lines, and as a date if it is one. Without lines the field stays empty on purpose."""

    lines: tuple[str, ...] = ()
    day: date | None = None

    @classmethod
    def of_day(cls, day):
        """Return the value of a date, written as American courts do."""
        return cls((day.strftime(_US_DATE),), day)

    @property
    def text(self):
        """The whole value in one line."""
        return ", ".join(self.lines)


NOTHING = Value()
"""The field stays empty: nothing that could be asked for is missing."""


class Values:
    """The known data of a matter: its records and its client's answers."""

    def __init__(self, matter):
        self.matter, self.firm = matter, Firm.fetch(matter.firm_id)
        self.client = Client.fetch(matter, matter.client_id) if matter.client_id else None
        self.attorney = _attorney(matter)
        self.form = IntakeForm.of_matter(matter).first() if matter.client_id else None
        asked = self.form.questions if self.form else []
        self.answers = self.form.current_answers if self.form else {}
        self.asked = {question["id"]: question for question in asked}
        self.questions = known_questions(matter) | self.asked

    def value(self, source):
        """Return the `Value` of a source, None if it is not known."""
        if source.startswith(LITERAL):
            return Value((source.removeprefix(LITERAL),))
        if source == TODAY:
            return Value.of_day(self.firm.today)
        if source.startswith(CUSTOM):
            return _single_value(self.matter.custom_fields.get(source.removeprefix(CUSTOM)))
        if (answer := parse_answer_source(source)) is not None:
            return self._answer(answer)
        return self._record(source)

    def holds(self, source):
        """Return whether a box with this source is checked, None if that is not known."""
        answer = parse_answer_source(source)
        if answer is None:
            value = self.value(source)
            return None if value is None else folded(value.text) in YES
        given = self.answers.get(answer.question_id)
        if given is None:
            return False if self._is_left_out(answer.question_id) else None
        if isinstance(given, bool):
            return given == (answer.wanted is None or folded(answer.wanted) in YES)
        options = given if isinstance(given, list) else [given]
        return any(folded(str(option)) == folded(answer.wanted) if answer.wanted else folded(str(option)) in YES
                   for option in options)

    def question_for(self, source, field, kind):
        """Return the question that asks the client for a source's missing value, None if only the firm knows it."""
        asked = RECORDS.get(source)
        if asked and self.client is not None:
            id, type, label = asked
            return self.questions.get(id) or _question(id, type, label)
        answer = parse_answer_source(source)
        if answer is None or self.client is None:
            return None
        if answer.question_id in self.questions:
            return self.questions[answer.question_id]
        options = [label for _, label in field["options"]]
        type = _QUESTION_BY_FIELD.get(kind, "text") if options or kind not in (RADIO, CHOICE) else "text"
        label = field["label"] or _HUMAN.sub(" ", answer.question_id).capitalize()
        return _question(answer.question_id, type, label, options if type == "choice" else [])

    def lines_of(self, question_id):
        """Return every line, choice or entry of an answer."""
        given, question = self.answers.get(question_id), self.questions.get(question_id)
        if given and question and question["type"] == EntryList.name:
            [shown] = form_in(ENGLISH, [question])
            return type_of(shown).entry_lines(given, shown, ENGLISH)
        if isinstance(given, list):
            return [str(each) for each in given]
        return [line.strip() for line in str(given or "").splitlines() if line.strip()]

    def _answer(self, source):
        given = self.answers.get(source.question_id)
        if given is None:
            return NOTHING if self._is_left_out(source.question_id) else None
        if source.field:
            return self._field(source, given)
        if source.number:
            return Value(tuple(self.lines_of(source.question_id)[source.number - 1:source.number]))
        if source.part:
            return _single_value(given.get(source.part)) or NOTHING if isinstance(given, dict) else None
        question = self.questions.get(source.question_id)
        if question is None or isinstance(given, list):
            return Value(tuple(self.lines_of(source.question_id)))
        return _formatted(question, given)

    def _field(self, source, given):
        """Return the value of a field of an entry; none if the client gave no such entry or left the field empty."""
        question, is_list = self.questions.get(source.question_id), isinstance(given, list)
        asked = {field["id"]: field for field in (question or {}).get("fields", ())}
        entry = given[source.number - 1] if is_list and source.number <= len(given) else {}
        if source.field not in asked or not isinstance(entry, dict) or source.field not in entry:
            return NOTHING
        return _formatted(asked[source.field], entry[source.field])

    def _is_left_out(self, question_id):
        """Whether the client submitted the form without this answer: it is optional, or was not asked for."""
        question = self.asked.get(question_id)
        if question is None or self.form is None or self.form.submitted_at is None:
            return False
        return not question.get("required") or not is_shown(question, self.answers, self.asked)

    def _record(self, source):
        owner, _, path = source.partition(".")
        name, _, part = path.partition(".")
        if source == "matter.case_number":
            return _single_value(self.matter.custom_fields.get("case_number"))
        found = getattr(getattr(self, owner), name, None)
        if not found and (asked := RECORDS.get(source)):
            return self._answered_instead(asked[0], part)
        if isinstance(found, dict):
            return self._address(found, part)
        return Value.of_day(found) if isinstance(found, date) else _single_value(found)

    def _answered_instead(self, question_id, part):
        """Return the client's answer where their record has no value."""
        for id in SAME_ANSWERS.get(question_id, (question_id,)):
            value = self._answer(parse_answer_source(f"answers.{id}" + (f".{part}" if part else "")))
            if value is not None:
                return value
        return None

    def _address(self, address, part):
        if part:
            return _single_value(address.get(part)) or NOTHING
        street = {"line2": address.get("suite")} | address
        return Value(tuple(type_of(_ADDRESS).format(street, _ADDRESS, ENGLISH))) or None


def _question(id, type, label, options=()):
    return {"id": id, "type": type, "label": label, "options": list(options), "translations": {}, "help": None,
            "when": None, "shown_if": None}


def _formatted(question, given):
    """Return the `Value` of an answer."""
    if question["type"] == DATE:
        return Value.of_day(date.fromisoformat(given))
    options = {"options": [{"value": option, "label": option} for option in question.get("options") or []]}
    lines = type_of(question).format(given, question | options, ENGLISH)
    return Value(tuple(line for text in lines for line in text.splitlines()))


def _single_value(value):
    return Value((str(value),)) if isinstance(value, str | int | float) and str(value).strip() else None


def _attorney(matter):
    attorney = User.in_charge_of(matter).first()
    if attorney is not None:
        attorney.full_name = " ".join(filter(None, (attorney.first_name, attorney.last_name)))
    return attorney
