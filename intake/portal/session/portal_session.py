"""A client's session by an intake link: what it gives access to, in which language, and its rate limits.

    @portal.get("/<token>/checklist")
    @portal_page
    def checklist(session): return session.page("checklist.html", documents=…)
"""

from functools import cached_property, wraps

from flask import abort, current_app, redirect, request

from intake.accounts.audit.recording import act_as, record_read
from intake.accounts.audit.states import CLIENT
from intake.accounts.users.models import User
from intake.accounts.users.states import ACTIVE
from intake.cases.holds.errors import OnHold
from intake.cases.templates.models import Template
from intake.core.errors import InvalidStatusTransition, NotFound
from intake.core.local_time import last_whole_day, to_local
from intake.core.networks import network_of
from intake.messaging.communications.message_texts import client_language
from intake.portal.codes import devices
from intake.portal.links.models import OPENED, SHOWN, IntakeLink
from intake.portal.links.states import OPEN
from intake.web.formatting import format_date
from intake.web.translation import translator

from . import language
from .client_session import OF_A_LINK, ClientSession, admit, limit
from .kept_input import input_fields, input_text
from .link_closed import KEPT, NO_CODE, link_closed_page, remember_reader, wants_json
from .progress import Progress

NEUTRAL_SITE = "https://www.weather.gov/"
"""Where clients land who leave at once: a site that everybody may have open."""

RECORDED = 30
"""Openings of pages per minute, link and IP address that the audit log has: more than a person opens."""

RENEWALS = 10
"""Requests for new links per minute and IP address."""


class PortalSession(ClientSession):
    """A client on our pages, by a link that is open."""

    is_opened = True
    """Whether the client has opened the link. Programs that scan mails open only the welcome page."""

    is_proven = False
    """Whether a code for the client was entered in this browser."""

    def __init__(self, link, language):
        super().__init__(link.firm, language)
        self.link, self.matter, self.client, self.progress = link, link.matter, link.client, Progress(link)

    @property
    def waits_for_code(self):
        """Whether nothing may be shown before a code is entered."""
        return devices.asks_for_codes(self.firm) and not self.is_proven

    @cached_property
    def other_links(self):
        """The client's other open intake links with the firm; none unless a code was entered."""
        return IntakeLink.others_of_client(self.link) if self.is_proven else []

    def name_of(self, matter):
        """Return the name of the client's matter on a page with several; never its title."""
        opened = format_date(to_local(matter.created_at, self.firm.timezone).date(), self.language)
        return matter.client_label or translator(self.language)("Your case of {date}", date=opened)

    def open_until_of(self, link):
        """Return the last day on which the link is open, in the client's language."""
        return format_date(last_whole_day(link.expires_at, self.firm.timezone), self.language)

    @cached_property
    def leave_address(self):
        """Where "Leave this page" leads, None if the matter's template has no such button.

        Pages before the code always have it, so that it reveals nothing about the matter.
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
        """How long the firm keeps what it gets, as (language, text), in another language if need be; None if unset."""
        texts = {code: text for code, text in (self.firm.settings_in_force["retention_text"] or {}).items() if text}
        return min(texts.items(), key=lambda each: each[0] != self.language, default=None)

    @cached_property
    def contact(self):
        """The person in charge of the matter, whom the client may ask; None if there is none with a name."""
        person = User.in_charge_of(self.matter, User.id, User.first_name, User.last_name).where(
            User.status == ACTIVE).first()
        return person if person and person.first_name else None

    def path(self, place=""):
        """Return the path of one of the client's pages: `session.path("/form")`."""
        return language.keep_requested(f"/p/{self.link.token}{place}")

    def not_taken_page(self, status):
        """Return the page about something that is no longer asked for; the input can be copied from it."""
        return self.page("not_taken.html", status, unsaved=input_text())


def portal_page(view):
    """Pass the `PortalSession` to the view instead of the token; without an open link, return `link_closed_page`.

    If the firm requires a code and this browser has entered none, redirect to the page that takes it; after a sent
    form, show a page that keeps its input and can send it again. Data on legal hold do not change; the client is
    not shown why. For items that are no longer asked for, return a page from which the input can be copied.
    """

    @wraps(view)
    def with_session(token, **arguments):
        session = _begin(token)
        if session.waits_for_code:
            return _code_first(session)
        try:
            response = view(session, **arguments)
        except OnHold:
            return link_closed_page(KEPT) if wants_json() else session.page("kept.html", 409, unsaved=input_text())
        except (NotFound, InvalidStatusTransition) as error:
            if wants_json():
                raise
            return session.not_taken_page(404 if isinstance(error, NotFound) else 409)
        if request.method == "POST" and response.status_code < 400:  # a GET may be of a program that follows links
            session.link.matter.note_client_activity()
        # A page, however it was asked for; a HEAD of a program that checks links shows it to no person.
        if response.mimetype == "text/html" and response.status_code // 100 != 3 and request.method != "HEAD":
            _record_opening(session)
        return response

    return with_session


def _record_opening(session):
    """Record that a page was opened, at most `RECORDED` times a minute for each link and IP address."""
    act = OPENED if session.is_opened else SHOWN
    key = f"portal:{act}:{session.link.id}:{network_of(request.remote_addr)}"
    if current_app.extensions["rate_limiter"].hit(key, RECORDED).allowed:
        record_read(act, session.link)


def code_page(view):
    """As `portal_page`, for the pages in front of the code, which redirect once there is none to enter."""

    @wraps(view)
    def with_session(token):
        session = _begin(token)
        return view(session) if session.waits_for_code else redirect(session.path(), 303)

    return with_session


def _code_first(session):
    if wants_json():
        return link_closed_page(NO_CODE)
    fields = input_fields()
    if fields:
        return session.form_page("portal_code_first.html", 403, fields=fields)
    return redirect(session.path("/code"), 303)


def _begin(token):
    """Return the session of an open link; otherwise end the request with the page to show instead."""
    link = admit(lambda: IntakeLink.by_token(token), "link_id")
    if link.state != OPEN:
        abort(link_closed_page(link.state, link=link))
    written = client_language(link.client, link.firm)
    remember_reader(link.firm, written)
    limit(link.id, OF_A_LINK)
    act_as(CLIENT, link.client_id, intake_link_id=link.id)
    session = PortalSession(link, language.current(written))
    session.is_proven = devices.asks_for_codes(link.firm) and devices.is_known(link)
    return session


def link_to_renew(token):
    """Return the link that may be renewed, or None; end the request if there were too many."""
    limit(f"renewal:{network_of(request.remote_addr)}", RENEWALS)
    link = IntakeLink.by_token(token)
    return link if link and not link.firm.is_stopped else None
