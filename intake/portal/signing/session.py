"""A signer's session by the link of their own: which letter it opens, in which language, and its rate limits."""

from functools import wraps

from flask import current_app, request

from intake.accounts.audit.recording import act_as, record_read
from intake.accounts.audit.states import CLIENT
from intake.core.local_time import last_whole_day
from intake.core.logging import context
from intake.core.networks import network_of
from intake.engagement.letters.models import LetterSigner
from intake.engagement.letters.signing_tokens import signing_path
from intake.portal.links.states import CLOSED
from intake.portal.session import language
from intake.portal.session.brand import Brand
from intake.portal.session.link_closed import BUSY, HEADERS, UNKNOWN, link_closed_page
from intake.portal.session.portal_session import OF_A_LINK, OF_AN_ADDRESS, POLICY, WRONG_ONES
from intake.web import csrf
from intake.web.formatting import format_date, format_moment
from intake.web.rendering import page
from intake.web.translation import into


class SigningSession:
    """A signer on our pages. It has what `portal_page.html` reads of a session."""

    is_preview = False
    leave_address = None
    other_links = ()

    def __init__(self, signer, language):
        self.signer, self.letter, self.firm, self.language = signer, signer.letter, signer.firm, language
        self.firm_id, self.assignee = signer.firm_id, None
        self.brand = Brand(signer.firm)

    def path(self, place=""):
        """Return the path of one of the signer's pages: `session.path("/decline")`."""
        return language.keep_requested(f"{signing_path(self.signer)}{place}")

    @property
    def open_until(self):
        """The last day on which the letter can be signed, in the signer's language."""
        return format_date(last_whole_day(self.letter.expires_at, self.firm.timezone), self.language)

    def moment(self, moment):
        """Return a moment by the firm's clock, in words."""
        return format_moment(moment, self.firm.timezone, self.language)

    def page(self, template, status=200, **values):
        """Return the rendered template with `csrf` for the field of that name."""
        cookie = csrf.cookie()
        response = page(template, POLICY, session=self, signer=self.signer, letter=self.letter,
                        language=self.language, _=into(self.language), csrf=csrf.signature(cookie),
                        other_languages=language.others(self.language), **values)
        response.status_code = status
        response.headers.extend(HEADERS | {"Content-Language": self.language})
        response.vary.update(("Accept-Language", "Cookie"))
        return csrf.protected(response, cookie)


def signing_page(view):
    """Pass the `SigningSession` to the view in place of token and letter; without a signer, show that there is none."""

    @wraps(view)
    def with_session(token, letter_id, **arguments):
        address = _hit(f"address:{network_of(request.remote_addr)}", OF_AN_ADDRESS)
        if not address.allowed:
            return link_closed_page(BUSY, address.retry_after)
        language.remember_requested()
        signer = LetterSigner.by_token(token, letter_id)
        if signer is None:
            wrong = _hit(f"wrong:{network_of(request.remote_addr)}", WRONG_ONES)
            return link_closed_page(UNKNOWN) if wrong.allowed else link_closed_page(BUSY, wrong.retry_after)
        context.set(context.get() | {"firm_id": signer.firm_id, "signer_id": signer.id})
        if signer.firm.suspended_at:
            return link_closed_page(UNKNOWN)
        if signer.firm.leaving_since:
            return link_closed_page(CLOSED)
        verdict = _hit(signer.id, OF_A_LINK)
        if not verdict.allowed:
            return link_closed_page(BUSY, verdict.retry_after)
        act_as(CLIENT, None, signer_id=signer.id)
        response = view(SigningSession(signer, language.current(signer.language)), **arguments)
        if response.mimetype in ("text/html", "application/pdf") and response.status_code == 200:
            record_read("letter.opened", signer.letter, matter_id=signer.letter.matter_id, signer_id=signer.id)
        return response

    return with_session


def _hit(subject, limit):
    return current_app.extensions["rate_limiter"].hit(f"portal:{subject}", limit)
