"""A form in parts: consecutive questions of one section stand on one page."""

from dataclasses import dataclass
from itertools import groupby

from intake.cases.templates.answers import checked
from intake.cases.templates.questions import form_in, is_shown


@dataclass(frozen=True)
class Section:
    """One page of a form. `number` counts from 1 and is its address."""

    number: int
    title: str | None
    questions: list
    """As `form_in` gives them: in the client's language."""

    @property
    def ids(self):
        return [question["id"] for question in self.questions]


def sections_of(form, language):
    """Every section of an intake form, in order."""
    titles = [question.get("section") for question in form.questions]
    pairs = list(zip(titles, form_in(language, form.questions), strict=True))
    grouped = [[question for _, question in group] for _, group in groupby(pairs, key=lambda pair: pair[0])]
    return [Section(number, questions[0]["section"], questions) for number, questions in enumerate(grouped, 1)]


def asked(form, language):
    """The sections that have something to ask, given what was answered; each with the questions that its page shows.

    A question that depends on one of the same page is shown with it: the page itself knows when to ask it.
    """
    clean, _ = checked(form.questions, form.draft, partial=True)
    narrowed = [Section(section.number, section.title, _on_page(section, clean))
                for section in sections_of(form, language)]
    return [section for section in narrowed if section.questions]


def _on_page(section, clean):
    there, shown = set(section.ids), []
    for question in section.questions:
        condition = question.get("shown_if")
        leader = condition and condition["question"]
        if leader in {each["id"] for each in shown} or (leader not in there and is_shown(question, clean)):
            shown.append(question)
    return shown


def place_of(question, sections):
    """The address of a question, as `PortalSession.path` takes it."""
    number = next(section.number for section in sections if question["id"] in section.ids)
    return f"/form/{number}#{field_of(question['id'])}"


def field_of(question_id):
    """The name under which a page sends the answer, and the id of its field."""
    return f"q.{question_id}"
