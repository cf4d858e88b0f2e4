"""The common base of clients' and signers' sessions: access by a link, and the return of pages."""

from flask import abort, current_app, request

from intake.core.logging import context
from intake.core.networks import network_of
from intake.portal.links.states import CLOSED
from intake.web import csrf
from intake.web.rendering import ALONE, INTERACTIVE, page_in

from . import language
from .brand import Brand
from .link_closed import BUSY, HEADERS, UNKNOWN, link_closed_page

OF_A_LINK, OF_AN_ADDRESS, WRONG_ONES = 300, 900, 60
"""Requests per minute: per link; per IP address, which may be a whole office's; and per IP address with wrong links."""


class ClientSession:
    """Somebody who uses our pages through a personal link; also the `FirmScope` of the records that they may reach."""

    assignee = None
    is_preview = False

    def __init__(self, firm, language):
        self.firm, self.firm_id, self.language, self.brand = firm, firm.id, language, Brand(firm)

    def page(self, template, status=200, policy=INTERACTIVE, **values):
        """Return the rendered template; it has this `session`, `language` and `_`, which translates a sentence."""
        response = page_in(self.language, template, policy, status, session=self,
                           other_languages=language.others(self.language), **values)
        response.headers.extend(HEADERS | ALONE)
        return response

    def form_page(self, template, status=200, policy=INTERACTIVE, **values):
        """As `page`; it has `csrf` for the field of that name."""
        cookie = csrf.cookie()
        return csrf.protected(self.page(template, status, policy, csrf=csrf.signature(cookie), **values), cookie)


def admit(find, name):
    """Return the record with a `firm` that `find` returns for the link in the address; the log shows its id as `name`.

    Otherwise end the request with the page that says why the link does not work.
    """
    network = network_of(request.remote_addr)
    limit(f"address:{network}", OF_AN_ADDRESS)
    language.remember_requested()
    found = find()
    if found is None:
        limit(f"wrong:{network}", WRONG_ONES)
        abort(link_closed_page(UNKNOWN))
    context.set(context.get() | {"firm_id": found.firm_id, name: found.id})
    if found.firm.suspended_at:
        abort(link_closed_page(UNKNOWN))
    if found.firm.leaving_since:
        abort(link_closed_page(CLOSED))
    return found


def limit(subject, most):
    """Count a request of the subject, and end it with a page that says so if there are more than `most` a minute."""
    verdict = current_app.extensions["rate_limiter"].hit(f"portal:{subject}", most)
    if not verdict.allowed:
        abort(link_closed_page(BUSY, verdict.retry_after))
