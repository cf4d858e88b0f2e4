"""Computes the texts for a form of a matter, those that do not fit, and the missing ones."""

from collections import defaultdict
from dataclasses import dataclass

from intake.cases.templates.states import STATES
from intake.core.text_search import folded

from .drawing import Looks, draw_addendum, fitted
from .matching import type_of
from .sources import parse_answer_source
from .states import CHECK, CHOICE, MAX_TEXT, RADIO, SIGNATURE

_OFF = ""
_SHORT_DATES = {8: "%m%d%Y", 6: "%m%d%y"}


@dataclass(frozen=True)
class Missing:
    """A field whose value is not known, and the question that the client can be asked for it, if one can."""

    field: str
    question: dict | None

    @property
    def shown(self):
        """The field, and the question's text and id, for `word_missing`."""
        asked = self.question or {"label": None, "id": None}
        return {"field": self.field, "question": asked["label"], "question_id": asked["id"]}


class Filling:
    """A form that is being filled in for a matter: the plan for `form_pdf`, the looks, the addendum and the gaps."""

    def __init__(self, form, sources, values, flatten):
        self.missing = []
        self._values, self._form = values, form
        self._plan = {"flatten": flatten, "fields": {}}
        self._looks, self._addendum = Looks(), []
        self._room = MAX_TEXT
        for field in form.fields:
            source = sources.get(field["name"])
            if source and type_of(field) != SIGNATURE:
                self._fill(field, source)
        self._add_rest(sources.values())

    @property
    def is_too_long(self):
        """Whether there is more text than `MAX_TEXT`, so that not all of it was laid out."""
        return self._room < 0

    def parts(self):
        """Return the plan, the looks and the addendum, as `fill_form` takes them."""
        return self._plan, self._looks.saved(), draw_addendum(
            self._form, self._values.matter, self._values.firm, self._addendum)

    def _fill(self, field, source):
        known = self._fill_box(field, source) if field["type"] == CHECK else self._fill_other(field, source)
        if not known:
            self.missing.append(Missing(field["name"], self._values.question_for(source, field, type_of(field))))

    def _fill_box(self, field, source):
        checked = self._values.holds(source)
        if checked is not None:
            self._set_box(field, field["widgets"][0]["on"] if checked else _OFF)
        return checked is not None

    def _fill_other(self, field, source):
        value = self._values.value(source)
        if value is None:
            return False
        if not value.lines:
            return True
        if field["type"] in (RADIO, CHOICE) and field["options"]:
            return self._choose(field, value)
        self._write(field, self._text(field, value), value.lines)
        return True

    def _choose(self, field, value):
        wanted = {folded(value.text), folded(STATES.get(value.text, value.text))}
        for option, label in field["options"]:
            if {folded(option), folded(label)} & wanted:
                if field["type"] == RADIO:
                    self._set_box(field, option)
                else:
                    self._set_text(field, option, label)
                return True
        return False

    def _set_box(self, field, on):
        def look_of(widget):
            needs_look = on and widget["on"] == on and not widget["has_look"]
            return self._looks.add_check(widget) if needs_look else None

        looks = list(map(look_of, field["widgets"]))
        self._plan["fields"][field["name"]] = {"value": on, "looks": looks}

    def _text(self, field, value):
        longest = field["max_length"]
        if value.day and longest in _SHORT_DATES:
            return value.day.strftime(_SHORT_DATES[longest])
        text = "\n".join(value.lines) if field["multiline"] else value.text
        return "".join(each if each.isprintable() or each == "\n" else " " for each in text)

    def _write(self, field, text, lines):
        self._room -= len(text)
        if self.is_too_long:
            return
        longest = field["max_length"]
        if (longest and len(text) > longest) or not self._fits(field, text):
            self._addendum.append((field["label"] or field["name"], lines))
            number = len(self._addendum)
            text = next((short for short in (f"See addendum, no. {number}", f"Addendum {number}", f"Add. {number}")
                         if self._fits(field, short) and not (longest and len(short) > longest)), "")
        self._set_text(field, text, text)

    def _set_text(self, field, value, shown):
        looks = [self._looks.add_text(field, widget, shown) for widget in field["widgets"]]
        self._plan["fields"][field["name"]] = {"value": value, "looks": looks}

    def _fits(self, field, text):
        return field["comb"] or all(fitted(field, widget, text) for widget in field["widgets"])

    def _add_rest(self, sources):
        """Add to the addendum the lines of answers for which the form has too few fields."""
        places: dict[str, int] = defaultdict(int)
        for source in sources:
            answer = parse_answer_source(source)
            if answer and answer.number:
                places[answer.question_id] = max(places[answer.question_id], answer.number)
        for id, count in places.items():
            if rest := self._values.lines_of(id)[count:]:
                self._room -= sum(map(len, rest))
                self._addendum.append((self._values.questions.get(id, {}).get("label", id), rest))
