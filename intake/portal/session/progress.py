"""A client's progress: what is done, what is open, and the page that comes next."""

from functools import cached_property

from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.states import PENDING, REJECTED
from intake.cases.intake_forms.actions import ensure_form
from intake.cases.templates.answers import check_answers
from intake.cases.templates.questions import shown
from intake.cases.uploads.states import INFECTED
from intake.portal.rejections.models import returned_documents

_MINUTES_A_QUESTION, _MINUTES_A_DOCUMENT, _ROUNDED_TO = 0.5, 3, 5


class Progress:
    """The state of one client's intake, as the pages show it."""

    def __init__(self, link):
        self._link = link

    @cached_property
    def form(self):
        """The client's form, None if there is none."""
        return ensure_form(self._link.matter)

    @cached_property
    def documents(self):
        """Every document that the client is asked for, in order."""
        rows = DocumentRequest.asked_for(self._link, self._link.matter_id).order_by(*DocumentRequest.in_order())
        return [each.as_seen_by_client_of(self._link.matter) for each in rows]

    @cached_property
    def _typed(self):
        return self.form.typed_by(self._link.client)

    @cached_property
    def _answers(self):
        return check_answers(self.form.questions, self._typed, partial=True)[0]

    @property
    def questions_count(self):
        """How many questions are asked, given the answers."""
        return len(shown(self.form.questions, self._answers)) if self.form else 0

    @property
    def answered_count(self):
        """How many of them have a valid answer."""
        return len(self._answers) if self.form else 0

    @property
    def is_form_answered(self):
        """Whether the form can be submitted: nothing in it is missing or invalid."""
        return self.form is not None and not check_answers(self.form.questions, self._typed)[1]

    @property
    def is_form_open(self):
        """Whether the form is not submitted yet."""
        return self.form is not None and self.form.submitted_at is None

    @cached_property
    def has_unsent_changes(self):
        """Whether answers were changed after the form was submitted."""
        return self.form is not None and self.form.has_unsent_changes

    @property
    def is_final(self):
        """Whether the answers can no longer be changed: the intake is complete, and no change waiting to be sent."""
        return self._link.completed_at is not None and not self.has_unsent_changes

    @property
    def handed_in_count(self):
        """How many documents are handed in and not rejected."""
        return sum(not _awaited(document) for document in self.documents)

    @property
    def open_documents(self):
        """The required documents that were rejected, and those that are not handed in yet."""
        awaited = [document for document in self.documents if document.required and _awaited(document)]
        return sorted(awaited, key=lambda document: document.status != REJECTED)

    @property
    def documents_to_send(self):
        """Those of them that the client has not explained as missing, and those that were rejected."""
        return [document for document in self.open_documents
                if document.client_note is None or document.status == REJECTED]

    @property
    def waits_for_firm(self):
        """Whether only documents that the client has explained as missing are open: the firm decides."""
        return (self.is_anything_open and not self.is_form_open and not self.has_unsent_changes
                and not self.documents_to_send)

    def returned(self, language):
        """Return the documents that came back, each with its name, and whether its file was infected or the reason."""
        if not any(document.status == REJECTED for document in self.documents):
            return []
        return [{"id": document.id, "name": document.texts_in(language)["name"],
                 "is_infected": document.upload.scan_status == INFECTED,
                 "reason": document.upload.review_in(language)}
                for document in returned_documents(self._link.matter)]

    @property
    def takes_more(self):
        """Whether there are documents that the client may add and need not."""
        return any(not document.required and _awaited(document) for document in self.documents)

    @property
    def asks_anything(self):
        """Whether the client is, or was, asked for anything at all."""
        return bool(self.form or self.documents)

    @property
    def is_anything_open(self):
        """Whether there is something that the client has to do."""
        return self.is_form_open or bool(self.open_documents)

    @property
    def is_begun(self):
        """Whether the client has done anything yet."""
        return bool((self.form and self.form.is_begun) or self.handed_in_count)

    @property
    def minutes(self):
        """About how long the open items take, in steps of five minutes."""
        questions = self.questions_count - self.answered_count if self.is_form_open else 0
        about = questions * _MINUTES_A_QUESTION + len(self.documents_to_send) * _MINUTES_A_DOCUMENT
        return max(1, round(about / _ROUNDED_TO)) * _ROUNDED_TO

    @property
    def next_place(self):
        """The next page, as `PortalSession.path` takes it."""
        if self.is_form_open:
            return "/form"
        if self.has_unsent_changes:
            return "/form/review"
        return "/documents" if self.documents_to_send else "/done"


def _awaited(document):
    return document.status in (PENDING, REJECTED)
