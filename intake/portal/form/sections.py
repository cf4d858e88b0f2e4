"""A form in parts: consecutive questions of one section share a page."""

from dataclasses import dataclass
from itertools import groupby

from intake.cases.templates.answers import check_answers
from intake.cases.templates.questions import form_in, shown


@dataclass(frozen=True)
class Section:
    """One page of a form. `number` counts from 1 and is its address."""

    number: int
    title: str | None
    questions: list
    """As `form_in` returns them: in the client's language."""

    @property
    def ids(self):
        return [question["id"] for question in self.questions]


def sections_to_ask(form, asked, language):
    """Return the sections with questions whose ids are `asked`; each with the questions that its page shows.

    A question that depends on one on the same page is shown with it: the page's script hides it until it is asked.
    """
    titles = [question.get("section") for question in form.questions]
    pairs = zip(titles, form_in(language, form.questions), strict=True)
    sections = []
    for number, (_, group) in enumerate(groupby(pairs, key=lambda pair: pair[0]), 1):
        questions = [question for _, question in group]
        sections.append(Section(number, questions[0]["section"], _on_page(questions, asked)))
    return [section for section in sections if section.questions]


def ids_asked(form, typed):
    """Return the ids of the form's questions that are asked, given the typed answers."""
    clean, _ = check_answers(form.questions, typed, partial=True)
    return {question["id"] for question in shown(form.questions, clean)}


def _on_page(questions, asked):
    """Return the questions of a section that are asked, or depend on one on the same page."""
    of_section, on_page = {question["id"] for question in questions}, list[dict]()
    for question in questions:
        condition = question.get("shown_if")
        leader = condition and condition["question"]
        if leader in {each["id"] for each in on_page} or (leader not in of_section and question["id"] in asked):
            on_page.append(question)
    return on_page


def place_of(question, sections):
    """Return the address of a question, as `PortalSession.path` takes it."""
    number = next(section.number for section in sections if question["id"] in section.ids)
    return f"/form/{number}#{field_name(question['id'])}"


def field_name(question_id):
    """Return the name under which a page sends the answer, and the id of its field."""
    return f"q.{question_id}"
