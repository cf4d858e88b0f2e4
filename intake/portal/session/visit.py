"""A client who came by an intake link: what the link opens, for how many requests, and in which language.

    @portal.get("/<token>/checklist")
    @for_clients
    def checklist(visit): return visit.page("checklist.html", documents=…)
"""

from dataclasses import dataclass
from functools import cached_property, wraps

from flask import current_app, redirect, request

from intake.core.local_time import to_local
from intake.core.logging import context
from intake.portal.links.models import IntakeLink
from intake.portal.links.states import OPEN
from intake.web.formatting import format_date
from intake.web.rendering import page
from intake.web.translation import into

from . import language
from .brand import Brand
from .link_closed import BUSY, HEADERS, UNKNOWN, link_closed_page
from .progress import Progress

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
          "base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
"""What a client's page may do: nothing but with us."""

OF_A_LINK, OF_AN_ADDRESS, WRONG_ONES = 300, 900, 60
"""Requests a minute: of one link, of one address, which may be a whole office's, and of one address by wrong links."""


@dataclass(frozen=True)
class PortalSession:
    """A client on our pages, by a link that is open. It is `within` the firm, as records are."""

    link: IntakeLink
    language: str

    @property
    def matter(self):
        return self.link.matter

    @property
    def client(self):
        return self.link.client

    @property
    def firm(self):
        return self.link.firm

    @property
    def firm_id(self):
        return self.link.firm_id

    assignee = None

    @property
    def brand(self):
        return Brand(self.link.firm)

    @property
    def open_until(self):
        """The last day on which the link opens anything, as people say it."""
        return format_date(to_local(self.link.expires_at, self.firm.timezone).date(), self.language)

    @cached_property
    def progress(self):
        """How far the client has come, as it was when this was first asked."""
        return Progress(self.link)

    def path(self, place=""):
        """The path of one of the client's pages: `visit.path("/form")`."""
        return f"/p/{self.link.token}{place}"

    def page(self, template, status=200, policy=POLICY, **values):
        """The template as an answer; `visit` and `_`, which says a sentence in the language, are at its disposal."""
        response = page(template, policy, visit=self, language=self.language, _=into(self.language), **values)
        response.status_code = status
        response.headers.extend(HEADERS | {"Content-Language": self.language})
        response.vary.update(("Accept-Language", "Cookie"))
        return response


def portal_page(view):
    """The view gets the `PortalSession` in the place of the token; whoever has no open link is told so instead."""

    @wraps(view)
    def visited(token, **arguments):
        address = _counted(f"address:{request.remote_addr}", OF_AN_ADDRESS)
        if not address.allowed:
            return link_closed_page(BUSY, address.retry_after)
        asked = language.asked_for()
        if asked and request.method == "GET":
            return language.remembered(redirect(request.path, 303), asked)
        link = IntakeLink.by_token(token)
        if link is None:
            wrong = _counted(f"wrong:{request.remote_addr}", WRONG_ONES)
            return link_closed_page(UNKNOWN) if wrong.allowed else link_closed_page(BUSY, wrong.retry_after)
        context.set(context.get() | {"firm_id": link.firm_id, "link_id": link.id})
        if link.firm.suspended_at:
            return link_closed_page(UNKNOWN)
        if link.state != OPEN:
            return link_closed_page(link.state)
        verdict = _counted(link.id, OF_A_LINK)
        if not verdict.allowed:
            return link_closed_page(BUSY, verdict.retry_after)
        return view(PortalSession(link, language.chosen(link.client)), **arguments)

    return visited


def _counted(subject, limit):
    return current_app.extensions["rate_limiter"].hit(f"portal:{subject}", limit)
