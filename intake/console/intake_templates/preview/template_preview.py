"""A portal session for an imaginary matter that follows a template."""

from datetime import timedelta
from typing import Any

from flask import url_for

from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.models import Matter
from intake.cases.templates.questions import is_shown
from intake.console.matters.preview.preview_session import PreviewSession
from intake.core.clock import now
from intake.core.translations import translations_of
from intake.portal.links.models import IntakeLink
from intake.portal.links.states import LIFETIME_DAYS

_OF_REQUEST = ("name", "description", "instructions", "category", "required", "accepted_types", "max_file_size_mb")


class TemplatePreview(PreviewSession):
    """The client's view of a new matter.

    With `is_answered`, sample answers make as many questions as possible appear.
    """

    back_words = "Back to the template"

    def __init__(self, firm, template, language, is_answered):
        self.template = template
        client = Client(firm_id=firm.id, first_name="Ana", last_name="Silva", custom_fields={})
        matter = Matter(firm_id=firm.id, title=template.name_in(language), client_id=client.id, custom_fields={})
        link = IntakeLink(firm_id=firm.id, matter_id=matter.id, client_id=client.id,
                          expires_at=now() + timedelta(days=LIFETIME_DAYS))
        link.firm, link.matter, link.client = firm, matter, client
        form = IntakeForm(firm_id=firm.id, matter_id=matter.id, client_id=client.id, questions=template.form,
                          draft=answers_that_ask(template.form) if is_answered else {})
        super().__init__(link, language, form if template.form else None)
        self.progress.documents = [DocumentRequest(
            firm_id=firm.id, matter_id=matter.id, translations=translations_of(document),
            **{name: document[name] for name in _OF_REQUEST if name in document}) for document in template.documents]

    @property
    def back_path(self):
        return url_for("template_pages.show", template_id=self.template.id)

    def path(self, place=""):
        """Return the path of one of the pages of the preview."""
        return url_for("template_preview.show", template_id=self.template.id, language=self.language) + place


def answers_that_ask(form):
    """Return answers that make dependent questions appear, as far as one answer per question can."""
    answers, earlier = dict[str, Any](), dict[str, dict]()
    for question in form:
        condition = question.get("shown_if")
        if condition and not is_shown(question, answers, earlier):
            leader, wanted = earlier[condition["question"]], condition["equals"]
            answers.setdefault(leader["id"], [wanted] if leader["type"] == "choices" else wanted)
        earlier[question["id"]] = question
    return answers
