"""The form for a question or a document, checked by the schemas of the API."""

import json

from marshmallow import ValidationError

from intake.cases.templates.question_types import QUESTION_TYPES, type_of
from intake.cases.templates.question_types.entry_list import MOST_ENTRIES, EntryList
from intake.cases.templates.schemas import TemplatePatch
from intake.console.intake_templates.languages import text_translations, written_in
from intake.console.matters.documents.kinds import kinds_of, with_kinds
from intake.core.languages import LANGUAGES
from intake.web.forms import cut, whole_number

from .field_rows import fields_of, problems_of_rows, sent_rows, shown_rows
from .texts import compared_texts, first_of, problems_of, sent_texts, typed_texts, values_of

DEPENDENT = "Another question depends on an answer to this one: “{question}”. Change that one first."


class ItemForm:
    """The form of an item: `typed`, its texts by field; `wrong`, the errors by field; `notice`, a text.

    `place` counts from 1, None for a new item. `key` distinguishes the items of a template: a person may have moved
    them since the form was shown.
    """

    part: str
    in_address: str
    """The name of the items in the pages' addresses."""
    key_name: str
    names: dict
    """Its texts, each with its maximum length."""
    labels: dict
    """What the form calls them."""
    lists: tuple = ()
    heading: str
    """The name of the text under which the client sees several items together."""

    def __init__(self, template, place=None, fields=None):
        self.template, self.wrong, self.notice, self.named = template, {}, "", {}
        self.items, self.own = getattr(template, self.part), written_in(template.content)
        self.version, self.is_gone = template.version, False
        if fields is not None:
            self.version, key = fields.get("version", ""), fields.get("item", "")
            places = {each[self.key_name]: number for number, each in enumerate(self.items, 1)}
            place = places.get(key)
            self.is_gone = bool(key) and not place
        self.place = place
        self.item = self.items[place - 1] if place else {}
        self.key = self.item.get(self.key_name, "")
        if fields is None:
            self.typed = typed_texts(self.item, self.names, self.own) | self.show()
        else:
            self.typed = sent_texts(fields, self.names) | self.read(fields)

    @property
    def headings(self):
        """The headings in the template, each once."""
        return list(dict.fromkeys(each[self.heading] for each in self.items if each.get(self.heading)))

    @property
    def is_outdated(self):
        """Whether the template was changed since the form of an existing item was shown."""
        return (self.is_gone or self.place is not None) and str(self.version) != str(self.template.version)

    def as_now(self, translate):
        """Return the texts that are stored beside those that were typed, as `compared_texts`; none if the item is gone.
        """
        return [] if self.is_gone else compared_texts(
            translate, self.labels, typed_texts(self.item, self.names, self.own), self.typed)

    def check(self):
        """Return the value that `update` takes for the part; None if something is wrong."""
        item = self.item | values_of(self.typed, self.names, self.own, self.lists) | self.values()
        self._translate_heading(item)
        items = list(self.items)
        index = self.place - 1 if self.place else len(items)
        items[index:index + 1] = [item]
        try:
            return TemplatePatch().load({self.part: items})[self.part]
        except ValidationError as error:
            self._explain(error.messages_dict[self.part], index, items)
            return None

    def _translate_heading(self, item):
        """Give a heading the translations that other items have for it."""
        heading = item[self.heading]
        if not heading:
            return
        known = dict[str, str]()
        for other in reversed(self.items):  # the first item with a translation wins
            if other.get(self.heading) == heading:
                known |= text_translations(other, self.heading)
        for language, text in (known | text_translations(item, self.heading)).items():
            item["translations"].setdefault(language, {})[self.heading] = text

    def _explain(self, messages, index, items):
        if not isinstance(messages, dict):
            self.notice = first_of(messages)
        elif index in messages:
            self.wrong = self.problems(messages[index])
        elif self.part == DocumentForm.part:  # two have the same name; this is the later one
            self.wrong = {f"name.{self.own}": first_of(messages)}
        else:
            self.notice, self.named = DEPENDENT, {"question": items[min(messages)]["label"]}

    def problems(self, messages):
        """Return {field: problem}; `messages` are the schema's about the item."""
        return problems_of(messages, self.names, self.own)

    def show(self):
        """Return the item's values other than texts, as the form shows them."""
        raise NotImplementedError

    def read(self, fields):
        """Return the same values from the `fields` of a submitted form."""
        raise NotImplementedError

    def values(self):
        """Return the same values as the schema takes them."""
        raise NotImplementedError


class QuestionForm(ItemForm):
    part, in_address, key_name, heading = "form", "questions", "id", "section"
    names = {"label": 500, "help": 2000, "section": 200, "options": 25_000, "entry_label": 100}
    labels = {"label": "Question", "options": "Answers to choose from", "entry_label": "What one of them is called",
              "help": "Help, shown below the question",
              "section": "Section: questions of one section are shown together"}
    lists = ("options",)

    def show(self):
        item = self.item
        return shown_rows(item.get("fields", []), self.own) | self._show_condition() | {
            "min_entries": str(item.get("min_entries") or ""),
            "max_entries": str(item.get("max_entries") or MOST_ENTRIES),
            "type": item.get("type", "text"),
            "when": item.get("when") or "",
            "required": item.get("required", True),
        }

    def _show_condition(self):
        """Return `condition`, the JSON of the earlier question and of an answer chosen from its list, and `answer`.

        `answer` is the text of an answer that is not chosen from a list.
        """
        condition = self.item.get("shown_if")
        if not condition:
            return {"condition": "", "answer": ""}
        leader = next(each for each in self.items if each["id"] == condition["question"])
        if leader["type"] in _LISTED:
            return {"condition": json.dumps([leader["id"], condition["equals"]]), "answer": ""}
        return {"condition": json.dumps([leader["id"]]), "answer": str(condition["equals"])}

    def read(self, fields):
        return sent_rows(fields) | {
            "min_entries": fields.get("min_entries", "")[:3].strip(),
            "max_entries": fields.get("max_entries", "")[:3].strip(),
            "type": fields.get("type", "")[:20],
            "when": fields.get("when", "")[:10],
            "required": "required" in fields,
            "condition": cut(fields.get("condition", ""), 10_000),
            "answer": cut(fields.get("answer", ""), 10_000).strip(),
        }

    def values(self):
        type = self.typed["type"]
        if type not in _WITH_OPTIONS:
            self._empty("options")
        if type != EntryList.name:
            self._empty("entry_label")
        values = values_of(self.typed, self.names, self.own, self.lists) | {
            "type": type, "required": self.typed["required"],
            "when": (self.typed["when"] or None) if type == "date" else None,
            "shown_if": self._condition(),
            "min_entries": None, "max_entries": None, "fields": [],
        }
        if type == EntryList.name:
            values["fields"], self._rows = fields_of(self.typed, self.own)
            for name in ("min_entries", "max_entries"):
                if self.typed[name]:
                    values[name] = whole_number(self.typed[name])
        return values

    def _empty(self, name):
        """Empty a text in every language."""
        self.typed |= dict.fromkeys((f"{name}.{language}" for language in LANGUAGES), "")

    def problems(self, messages):
        rows = messages.get("fields")
        if not isinstance(rows, dict):
            return super().problems(messages)
        others = {name: problem for name, problem in messages.items() if name != "fields"}
        return super().problems(others) | problems_of_rows(rows, self._rows, self.own)

    def _condition(self):
        try:
            chosen = json.loads(self.typed["condition"] or "null")
        except (ValueError, RecursionError):
            chosen = [""]
        if not isinstance(chosen, list) or not chosen:
            return None
        return {"question": str(chosen[0]), "equals": chosen[1] if len(chosen) > 1 else self.typed["answer"]}

    @property
    def leaders(self):
        """The earlier questions on which this one may depend, each with its (value, answer) pairs to choose from.

        The pairs are None if any answer may be entered.
        """
        earlier = self.items[:self.place - 1] if self.place else self.items
        return [(question, json.dumps([question["id"]]), _answers_to_choose(question))
                for question in earlier if type_of(question).condition_problem is None]


class DocumentForm(ItemForm):
    part, in_address, key_name, heading = "documents", "documents", "name", "category"
    names = {"name": 255, "description": 10_000, "instructions": 10_000, "category": 100}
    labels = {"name": "Name of the document", "category": "Heading above it",
              "description": "What it is, and an example", "instructions": "How to do it"}

    @property
    def further_types(self):
        """The types that the document accepts besides those of the kinds to choose from; they are kept."""
        return with_kinds(self.item.get("accepted_types", []), ())

    def show(self):
        return {"required": self.item.get("required", True), "kinds": kinds_of(self.item.get("accepted_types", [])),
                "max_file_size_mb": str(self.item.get("max_file_size_mb", 25))}

    def read(self, fields):
        return {"required": "required" in fields, "kinds": fields.getlist("kind"),
                "max_file_size_mb": fields.get("max_file_size_mb", "")[:6].strip()}

    def values(self):
        return {"required": self.typed["required"],
                "accepted_types": with_kinds(self.item.get("accepted_types", []), self.typed["kinds"]),
                "max_file_size_mb": whole_number(self.typed["max_file_size_mb"])}


_WITH_OPTIONS = ("choice", "choices")
_LISTED = ("yes_no", *_WITH_OPTIONS)
TYPES = tuple(QUESTION_TYPES)


def _answers_to_choose(question):
    if question["type"] not in _LISTED:
        return None
    answers = [True, False] if question["type"] == "yes_no" else question["options"]
    return [(json.dumps([question["id"], answer]), answer) for answer in answers]
