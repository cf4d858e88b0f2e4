"""A client's session by an intake link: what it gives access to, in which language, and its rate limits.

    @portal.get("/<token>/checklist")
    @portal_page
    def checklist(session): return session.page("checklist.html", documents=…)
"""

from functools import cached_property, wraps

from flask import current_app, redirect, request

from intake.accounts.audit.recording import act_as, record_read
from intake.accounts.audit.states import CLIENT
from intake.accounts.users.models import User
from intake.accounts.users.states import ACTIVE
from intake.cases.holds.errors import OnHold
from intake.cases.templates.models import Template
from intake.core.errors import InvalidStatusTransition, NotFound
from intake.core.local_time import last_whole_day, to_local
from intake.core.logging import context
from intake.core.networks import network_of
from intake.messaging.communications.message_texts import client_language
from intake.portal.codes import devices
from intake.portal.links.models import OPENED, SHOWN, IntakeLink
from intake.portal.links.states import CLOSED, OPEN
from intake.web import csrf
from intake.web.formatting import format_date
from intake.web.rendering import page
from intake.web.translation import into

from . import language
from .brand import Brand
from .link_closed import BUSY, HEADERS, KEPT, NO_CODE, UNKNOWN, link_closed_page, wants_json
from .progress import Progress
from .sent_fields import fields_sent, text_sent

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
          "base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
"""The Content-Security-Policy of a client's page: everything from our own origin alone."""

NEUTRAL_SITE = "https://www.weather.gov/"
"""Where clients land who leave at once: a site that everybody may have open."""

_APPENDED = " \u00a0.,;:!?…)]}>*_'\"’”»"
"""What phones and mail programs take for a part of the address that stands before it."""

OF_A_LINK, OF_AN_ADDRESS, WRONG_ONES, RENEWALS = 300, 900, 60, 10
"""Requests a minute: of one link, of one IP address, which may be a whole office's, of one with wrong links, and of one
that asks for new links.
"""


class PortalSession:
    """A client on our pages, by a link that is open. It is also the `FirmScope` of what the client may reach."""

    assignee = None
    is_preview = False
    is_opened = True
    """Whether the client has opened the link. Programs that look at mails open the welcome page and go no further."""

    is_proven = False
    """Whether a code for the client was entered in this browser."""

    def __init__(self, link, language):
        self.link, self.language = link, language
        self.firm, self.firm_id, self.matter, self.client = link.firm, link.firm_id, link.matter, link.client
        self.brand, self.progress = Brand(link.firm), Progress(link)

    @property
    def waits_for_code(self):
        """Whether nothing may be shown before a code is entered."""
        return devices.asks_for_codes(self.firm) and not self.is_proven

    @cached_property
    def other_links(self):
        """What else the firm collects from this client, as intake links: nothing unless a code was entered."""
        return IntakeLink.others_of_client(self.link) if self.is_proven else []

    def name_of(self, matter):
        """Return what the client's matter is called on a page with several: never by its title."""
        opened = format_date(to_local(matter.created_at, self.firm.timezone).date(), self.language)
        return matter.client_label or into(self.language)("Your case of {date}", date=opened)

    def open_until_of(self, link):
        """Return the last day on which the link is open, in the client's language."""
        return format_date(last_whole_day(link.expires_at, self.firm.timezone), self.language)

    @cached_property
    def leave_address(self):
        """Where "Leave this page" leads, None if the matter's template has no such button.

        Pages in front of the code have it always, so that it tells nothing of the matter.
        """
        if self.waits_for_code:
            return NEUTRAL_SITE
        template = Template.applied_to(self.matter)
        return NEUTRAL_SITE if template and template.leave_button else None

    @property
    def open_until(self):
        """The last day on which the link is open, in the client's language."""
        return self.open_until_of(self.link)

    @property
    def retention_text(self):
        """How long the firm keeps what it gets, as (language, text), in another language if need be; None without."""
        texts = {code: text for code, text in (self.firm.settings_in_force["retention_text"] or {}).items() if text}
        return min(texts.items(), key=lambda each: each[0] != self.language, default=None)

    @cached_property
    def contact(self):
        """The person in charge of the matter, whom the client may ask; None if there is none with a name."""
        assigned = self.matter.assigned_attorney or ""
        person = User.of(self, User.id, User.first_name, User.last_name).where(
            User.id == f"{User.prefix}_{assigned.partition('_')[2]}", User.status == ACTIVE).first()
        return person if person and person.first_name else None

    def path(self, place=""):
        """Return the path of one of the client's pages: `session.path("/form")`."""
        return language.keep_requested(f"/p/{self.link.token}{place}")

    def page(self, template, status=200, policy=POLICY, **values):
        """Return the rendered template; it has this `session`, `language` and `_`, which translates a sentence."""
        response = page(template, policy, session=self, language=self.language, _=into(self.language),
                        other_languages=language.others(self.language), **values)
        response.status_code = status
        response.headers.extend(HEADERS | {"Content-Language": self.language})
        response.vary.update(("Accept-Language", "Cookie"))
        return response

    def form_page(self, template, status=200, policy=POLICY, **values):
        """As `page`; it has `csrf` for the field of that name."""
        cookie = csrf.cookie()
        return csrf.protected(self.page(template, status, policy, csrf=csrf.signature(cookie), **values), cookie)

    def not_taken_page(self, status):
        """Return the page about something that is not asked for any more; what was typed can be copied from it."""
        return self.page("not_taken.html", status, unsaved=text_sent())


def portal_page(view):
    """Pass the `PortalSession` to the view in place of the token; without an open link, return `link_closed_page`.

    Where the firm asks for a code and this browser has entered none, redirect to the page that takes it; for a form of
    ours that was sent, keep what was typed on a page that can send it again. What is on legal hold stays as it is; the
    client is not told why. For what is not asked for any more, return a page from which what was typed can be copied.
    """

    @wraps(view)
    def with_session(token, **arguments):
        session, refusal = _begin(token)
        if refusal:
            return refusal
        if session.waits_for_code:
            return _code_first(session)
        try:
            response = view(session, **arguments)
        except OnHold:
            return link_closed_page(KEPT) if wants_json() else session.page("kept.html", 409, unsaved=text_sent())
        except (NotFound, InvalidStatusTransition) as error:
            if wants_json():
                raise
            return session.not_taken_page(404 if isinstance(error, NotFound) else 409)
        if request.method == "POST" and response.status_code < 400:  # a GET may be of a program that follows links
            session.link.matter.note_client_activity()
        if response.mimetype == "text/html" and response.status_code // 100 != 3:  # a page, however it was asked for
            record_read(OPENED if session.is_opened else SHOWN, session.link)
        return response

    return with_session


def code_page(view):
    """As `portal_page`, for the pages in front of the code, which redirect once there is none to enter."""

    @wraps(view)
    def with_session(token):
        session, refusal = _begin(token)
        return refusal or (view(session) if session.waits_for_code else redirect(session.path(), 303))

    return with_session


def _code_first(session):
    if wants_json():
        return link_closed_page(NO_CODE)
    fields = fields_sent()
    if fields:
        return session.form_page("portal_code_first.html", 403, fields=fields)
    return redirect(session.path("/code"), 303)


def _begin(token):
    """Return the session of an open link, or None and the page to show in its place."""
    address = _hit(f"address:{network_of(request.remote_addr)}", OF_AN_ADDRESS)
    if not address.allowed:
        return None, link_closed_page(BUSY, address.retry_after)
    language.remember_requested()
    link = IntakeLink.by_token(token)
    if link is None:
        bare = token.rstrip(_APPENDED)
        if bare != token and request.method == "GET" and IntakeLink.by_token(bare):
            return None, redirect(f"/p/{bare}", 303)
        wrong = _hit(f"wrong:{network_of(request.remote_addr)}", WRONG_ONES)
        return None, link_closed_page(UNKNOWN) if wrong.allowed else link_closed_page(BUSY, wrong.retry_after)
    context.set(context.get() | {"firm_id": link.firm_id, "link_id": link.id})
    if link.firm.suspended_at:
        return None, link_closed_page(UNKNOWN)
    if link.firm.leaving_since:
        return None, link_closed_page(CLOSED)
    if link.state != OPEN:
        return None, link_closed_page(link.state, link=link)
    verdict = _hit(link.id, OF_A_LINK)
    if not verdict.allowed:
        return None, link_closed_page(BUSY, verdict.retry_after)
    act_as(CLIENT, link.client_id, intake_link_id=link.id)
    session = PortalSession(link, language.current(client_language(link.client, link.firm)))
    session.is_proven = devices.asks_for_codes(link.firm) and devices.is_known(link)
    return session, None


def link_to_renew(token):
    """Return the link for which a new one may be asked, None if there is none, and the page to show if it is too often.
    """
    often = _hit(f"renewal:{network_of(request.remote_addr)}", RENEWALS)
    if not often.allowed:
        return None, link_closed_page(BUSY, often.retry_after)
    link = IntakeLink.by_token(token)
    return (link if link and not link.firm.is_stopped else None), None


def _hit(subject, limit):
    return current_app.extensions["rate_limiter"].hit(f"portal:{subject}", limit)
