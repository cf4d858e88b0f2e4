"""A read-only portal session: without a link and without CSRF protection, as nothing can be sent."""

from datetime import timedelta

from flask import url_for

from intake.cases.intake_forms.actions import form_as_asked
from intake.core.clock import now
from intake.portal.links.models import IntakeLink
from intake.portal.links.states import LIFETIME_DAYS
from intake.portal.session.portal_session import PortalSession
from intake.web.rendering import READING
from intake.web.translation import preferred, translator


class PreviewSession(PortalSession):
    """A client's view for a person of the firm; `back_words` and `back_path` make the link back.

    The browser runs no script and sends no form: the pages have the policy `READING`.
    """

    is_preview = True
    back_words: str

    @property
    def back_path(self):
        raise NotImplementedError

    def __init__(self, link, language, form):
        super().__init__(link, language)
        self.progress.form = form

    @property
    def reader(self):
        """The language of the person of the firm, in which the page explains itself."""
        return preferred()

    @property
    def translate(self):
        return translator(self.reader)

    def page(self, template, status=200, policy=READING, **values):
        """Return the page; nothing on it can be sent, whatever policy it usually has."""
        return super().page(template, status, READING, **values)

    def form_page(self, template, status=200, policy=READING, **values):
        """Return the page; its forms have no CSRF signature."""
        return self.page(template, status, csrf="", **values)


class MatterPreview(PreviewSession):
    """The view of a matter's client (see `fetch_matter`) with the present or a future link."""

    back_words = "Back to the matter"

    def __init__(self, firm, matter, language):
        link = matter.link or IntakeLink(
            firm_id=firm.id, matter_id=matter.id, client_id=matter.client_id,
            expires_at=now() + timedelta(days=LIFETIME_DAYS))
        link.firm, link.matter, link.client = firm, matter, matter.client
        super().__init__(link, language, form_as_asked(matter))

    @property
    def back_path(self):
        return url_for("matters_pages.show", matter_id=self.matter.id)

    def path(self, place=""):
        """Return the path of one of the pages of the preview."""
        start = url_for("preview_pages.show", matter_id=self.matter.id, language=self.language)
        return start + place
