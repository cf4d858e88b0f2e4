"""A session of the portal that only shows: without a link, without a form's protection, and nothing can be sent."""

from datetime import timedelta

from flask import url_for

from intake.cases.intake_forms.actions import form_as_asked
from intake.core.clock import now
from intake.portal.links.models import IntakeLink
from intake.portal.links.states import LIFETIME_DAYS
from intake.portal.session.portal_session import PortalSession
from intake.web.rendering import READING


class PreviewSession(PortalSession):
    """What the client of a matter of `fetch_matter` would see at the present or a future link, for the firm's people.

    The browser runs no script and sends no form: the pages have the policy of pages for reading.
    """

    is_preview = True

    def __init__(self, firm, matter, language):
        link = matter.link or IntakeLink(
            firm_id=firm.id, matter_id=matter.id, client_id=matter.client_id,
            expires_at=now() + timedelta(days=LIFETIME_DAYS))
        link.firm, link.matter, link.client = firm, matter, matter.client
        super().__init__(link, language)
        self.progress.form = form_as_asked(matter)

    def path(self, place=""):
        """Return the path of one of the pages of the preview."""
        start = url_for("preview_pages.show", matter_id=self.matter.id, language=self.language)
        return start + place

    def page(self, template, status=200, policy=READING, **values):
        """Return the page; whatever policy the template has otherwise, nothing on it can be sent."""
        return super().page(template, status, READING, **values)

    def form_page(self, template, status=200, policy=READING, **values):
        """Return the page; its forms belong to no browser."""
        return self.page(template, status, csrf="", **values)
