"""A list of entries, such as children or past addresses: for each entry the same fields, which are small questions.

An answer is a list of objects, each with the clean answers by field id:
`[{"name": "Leo", "birth_date": "2015-03-14"}]`.
Entries in which nothing is filled in are left out.
"""

import re

from intake.web.translation import translator

from .entry_fields import FIELD_TYPES, check_entry, find_entry_doubts, label_before, texts_of
from .question_type import InvalidAnswer, QuestionType

MAX_ENTRIES = 50
MOST_ENTRIES = 20
"""How many entries an answer may have unless the question says otherwise."""

ADD, REMOVE = "add", "remove"
"""The buttons' names, below that of the question; the value of `remove` is the number of the entry."""

_NO_ENTRIES = "Please answer with a list of entries."
_WRONG = "Please check the fields that are marked."
_TOO_FEW = "Please fill in more of these."
_TOO_MANY = "These are more than can be kept here. Please remove some."
_UNLIKELY = "Please look again at the fields that are marked. Are they right?"
_NUMBER = re.compile("[0-9]{1,3}")


class EntryList(QuestionType):
    """Each entry has its number in the names of its fields, such as `q.children.0.birth_date`.

    The name of the question itself is sent once empty, and once for each entry, with its number.
    """

    name = "list"
    condition_problem = "Must not be a list: it equals no single value."

    def parse(self, typed, question):
        if not isinstance(typed, list) or not all(isinstance(entry, dict) for entry in typed):
            raise InvalidAnswer(_NO_ENTRIES)
        if len(typed) > MAX_ENTRIES:
            raise InvalidAnswer(_TOO_MANY)
        checked = [check_entry(entry, question) for entry in typed]
        entries = [clean for clean, _ in checked if clean]
        if any(problems for _, problems in checked):
            raise InvalidAnswer(_WRONG, valid=entries or None)
        if len(entries) > question["max_entries"]:
            raise InvalidAnswer(_TOO_MANY, valid=entries)
        if 0 < len(entries) < question["min_entries"]:
            raise InvalidAnswer(_TOO_FEW, valid=entries)
        return entries or None

    def explain(self, problem, typed, question):
        if problem != _WRONG:
            return [problem]
        return {number: {id: [text] for id, text in problems.items()} for number, entry in enumerate(typed)
                if (problems := check_entry(entry, question)[1])}

    def doubt(self, answer, question):
        return _UNLIKELY if any(find_entry_doubts(entry, question) for entry in answer) else None

    def format(self, answer, question, language):
        lines: list[str] = []
        for number, entry in enumerate(answer, 1):
            lines += [*([""] if lines else []), self.title(question, number, language)]
            lines += [f"{label_before(field)} {text}" for field, text in texts_of(entry, question, language)]
        return lines

    def entry_lines(self, answer, question, language):
        """Return each entry in one line, without labels."""
        return [", ".join(text for _, text in texts_of(entry, question, language)) for entry in answer]

    def title(self, question, number, language):
        """Return what an entry is called, such as "Child 2"."""
        return f"{question.get('entry_label') or translator(language)('Entry')} {number}"

    def from_fields(self, name, fields, question):
        """Return the entries without the last empty ones, and without that whose button "Remove" was pressed.

        Their numbers stay those of the page, which keeps unsaved input by the names of fields. Of more than a page
        offers, one more than the most is read, so that they are found to be too many.
        """
        if name not in fields:
            return None
        removed = fields.get(f"{name}.{REMOVE}")
        numbers = [number for number in dict.fromkeys(fields.getlist(name))
                   if _NUMBER.fullmatch(number) and number != removed]
        entries = [_entry_sent(f"{name}.{number}", fields, question) for number in numbers[:MAX_ENTRIES + 1]]
        while entries and not entries[-1]:
            entries.pop()
        return entries

    def for_field(self, typed):
        return [entry for entry in typed if isinstance(entry, dict)] if isinstance(typed, list) else []

    def wrong_fields(self, shown, question, problem, language):
        """Return those of the entries; the question itself if its entries are valid, but too many or too few."""
        found = []
        for number, entry in enumerate(shown):
            problems = check_entry(entry, question)[1]
            for field in question["fields"]:
                if field["id"] in problems:
                    field_type = FIELD_TYPES[field["type"]]
                    [(part, label, text)] = field_type.wrong_fields(
                        field_type.for_field(entry.get(field["id"])), field, problems[field["id"]], language)
                    found.append((f".{number}.{field['id']}{part}",
                                  f"{self.title(question, number + 1, language)}: {label}", text))
        return found or super().wrong_fields(shown, question, problem, language)

    def entries(self, shown, question, is_wrong=False, is_doubted=False, is_extended=False):
        """Return the entries of a page, each a list of its fields as questions.

        Such a question has an id such as `children.0.birth_date`, its answer as the field shows it as `shown`, and the
        `problem` and `doubt` to show with it. A list that has to be answered has one empty entry at least, and one that
        `is_extended` has one more.
        """
        least = max(question["min_entries"], 1) if question["required"] else 0
        blank = max(least - len(shown), int(is_extended))
        return [self.entry(number, entry, question, is_wrong, is_doubted)
                for number, entry in enumerate([*shown, *([{}] * blank)])]

    def entry(self, number, entry, question, is_wrong=False, is_doubted=False):
        """Return one of the `entries`, with this number or placeholder in its names."""
        problems = check_entry(entry, question)[1] if is_wrong else {}
        doubts = find_entry_doubts(entry, question) if is_doubted else {}
        return [field | {
            "id": f"{question['id']}.{number}.{field['id']}", "shown_if": None, "help": None,
            "shown": FIELD_TYPES[field["type"]].for_field(entry.get(field["id"])),
            "problem": problems.get(field["id"]), "doubt": doubts.get(field["id"])} for field in question["fields"]]


def _entry_sent(name, fields, question):
    """Return what was typed in the fields of an entry, {} if all of them are blank."""
    sent = {field["id"]: FIELD_TYPES[field["type"]].from_fields(f"{name}.{field['id']}", fields, field)
            for field in question["fields"]}
    return {id: typed for id, typed in sent.items() if not _is_blank(typed)}


def _is_blank(typed):
    """Whether nothing visible was typed in a field, or in any part of it."""
    if isinstance(typed, dict):
        return all(map(_is_blank, typed.values()))
    return typed is None or not typed.strip()
