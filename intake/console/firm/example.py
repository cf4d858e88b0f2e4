"""The portal as the firm's clients see it, with an invented client."""

from datetime import timedelta

from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.states import PENDING
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.portal.links.models import IntakeLink
from intake.portal.links.states import LIFETIME_DAYS
from intake.portal.session.portal_session import PortalSession
from intake.web.rendering import READING

FRAMED = READING.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
"""The policy of this page, which only our own pages may show in a frame."""

NAMES = ("Passport or driver's license", "Tax return of last year")


class ExamplePortal(PortalSession):
    """A portal session that stores nothing, in a colour that need not be saved yet."""

    def __init__(self, desk, color):
        firm, _ = desk.firm, desk.translate
        link = IntakeLink(firm_id=firm.id, expires_at=now() + timedelta(days=LIFETIME_DAYS))
        link.firm = firm
        link.client = Client(firm_id=firm.id, first_name="Ana", last_name="Silva")
        link.matter = Matter(firm_id=firm.id, title=_("Your matter"))
        super().__init__(link, desk.language)
        self.brand.color = color or self.brand.color
        self.progress.form = None
        self.progress.documents = [
            DocumentRequest(firm_id=firm.id, name=_(name), status=PENDING, required=True) for name in NAMES]

    def path(self, place=""):
        """Return an empty path: the page leads nowhere."""
        return "#"

    def show(self):
        """Return the first page, which only our own pages may frame."""
        response = self.page("portal_welcome.html", policy=FRAMED, inert=True)
        response.headers["X-Frame-Options"] = "SAMEORIGIN"
        return response
