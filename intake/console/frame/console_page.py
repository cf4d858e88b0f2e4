"""A page of the console: guarded, with a form's protection checked, and rendered inside the frame.

    @review.get("")
    @console_page("documents:write")
    def index(desk): return desk.page("review.html", files=…)
"""

from contextlib import suppress
from datetime import time
from functools import cached_property, partial, wraps

from flask import abort, redirect, request, url_for
from peewee import InterfaceError, OperationalError
from werkzeug.exceptions import NotFound as NoPage

from intake.accounts.access.caller import Caller
from intake.accounts.audit.models import AuditEntry
from intake.accounts.firms.models import Firm
from intake.accounts.permissions.roles import COLLEAGUES, has_permission
from intake.accounts.sessions.current_session import current_path, current_session, session_required
from intake.cases.clients.models import Client
from intake.cases.holds.errors import OnHold
from intake.console.saved_views.models import SavedView, ViewsOfList
from intake.core.clock import now
from intake.core.errors import Forbidden, InvalidStatusTransition, NotFound
from intake.core.http import MAX_BODY_BYTES, declaring
from intake.core.ids import find_ids
from intake.core.languages import LANGUAGES
from intake.core.local_time import last_whole_day, to_local
from intake.web import csrf
from intake.web.formatting import (
    format_date,
    format_file_size,
    format_moment,
    format_money,
    format_phone,
    format_short_date,
    format_short_moment,
    format_time,
)
from intake.web.forms import NOT_OURS, SECRETS, form_page, sent_fields
from intake.web.rendering import ALONE, INTERACTIVE, page_in
from intake.web.translation import preferred, translator

from .navigation import BELL, FIRST_STEPS, IN_BAR, areas_of, badges_of
from .paging import address_of_last_page
from .sent_once import StillRunning, answer_once
from .settings import settings_of
from .shown_version import version_of

TOO_MUCH = "This is too much at once: at most 1 MB. Leave out columns of a file that are not needed, or divide it."

STILL_RUNNING = "Your last request is still in progress. Check whether it is done before you send it again."
"""The notice after a form was sent a second time before the first request was answered."""


class Desk:
    """A person using the console: the `caller` with their rights, the language and the firm's time zone."""

    def __init__(self, session):
        self.session, self.firm, self.user = session, session.firm, session.user
        self.caller, self.language = Caller.of_session(session), preferred()
        self.translate = translator(self.language)

    def page(self, template, status=200, notices=None, badges=None, policy=INTERACTIVE, **values):
        """Return the rendered template in the frame; it has `desk`, `_` and `csrf` for the field of that name.

        `notices` are sentences: `done` and `failed` in the address each choose one, which `toast` shows. `badges` are
        numbers that the page has already counted, by endpoint. If the page of a list is behind its end, redirect to the
        last page.
        """
        if request.method == "GET" and (nearer := address_of_last_page(values.values())):
            return redirect(nearer)
        cookie, areas = csrf.cookie(), areas_of(self.user.role)
        bell = BELL if self.may(BELL.permission) else None
        counting = [*areas, *(each for each in (BELL, FIRST_STEPS) if self.may(each.permission))]
        said = {name: (notices or {}).get(request.args.get(name, "")) for name in ("done", "failed")}
        response = self.part(
            template, status, policy, session=self.session, areas=areas, in_bar=IN_BAR, bell=bell,
            here=current_path() if request.method == "GET" else None,
            badges=badges_of(self.caller, counting, badges or {}),
            csrf=csrf.signature_of_page(cookie, self.user.id), was_refused=status >= 400, **said, **values)
        return csrf.protected(response, cookie)

    def nothing_saved(self, notices, failed, endpoint, **values):
        """Return a page that says why nothing was saved, with the typed texts and a link to the page at `endpoint`.

        Without typed texts, redirect to that page, which says so itself: `failed` chooses one of the `notices`.
        """
        if not self.typed:
            return go_to(endpoint, failed=failed, **values)
        return self.page("nothing_saved.html", 409, notice=notices[failed], back=url_for(endpoint, **values))

    def part(self, template, status=200, policy=INTERACTIVE, **values):
        """Return the rendered template without the frame, for a script that puts it into a page."""
        response = page_in(self.language, template, policy, status, desk=self, **values)
        response.headers.extend(ALONE)
        return response

    @property
    def languages(self):
        """Every language of the pages."""
        return LANGUAGES.values()

    @cached_property
    def views(self):
        """The saved views of the list at this address, which the macro `saved_views` shows."""
        return ViewsOfList(request.full_path, SavedView.of_list(self.caller, request.full_path))

    def version(self, *values):
        """Return the version of the values in a form, for the field that `is_outdated` reads."""
        return version_of(*values)

    @property
    def typed(self):
        """The texts in the submitted form, for a page that is shown instead of its effect.

        Single words are left out, because most are ids and choices, unless they are of a script without spaces.
        """
        return [text for name, text in sent_fields()
                if name not in SECRETS and (len(text.split()) > 1 or not text.isascii())]

    @property
    def settings(self):
        """The pages of the settings that the person may open, by group heading."""
        return settings_of(self.user.role)

    def lock_firm(self):
        """Read the firm again and lock it until the transaction ends, as `fetch_to_save`."""
        self.firm = Firm.fetch_locked(self.firm.id)

    def may(self, permission):
        """Whether the person's role has the permission."""
        return has_permission(self.user.role, permission)

    def moment(self, moment):
        """Format a time by the firm's clock."""
        return format_moment(moment, self.firm.timezone, self.language)

    def time(self, clock):
        """Format a time of day, also one in the form of the API."""
        return format_time(time.fromisoformat(clock) if isinstance(clock, str) else clock, self.language)

    def short_moment(self, moment):
        """Format a time for a list: as a time if it is today, otherwise as a day."""
        return format_short_moment(moment, now(), self.firm.timezone, self.language)

    def day(self, moment):
        """Format the day of a time in the firm's time zone."""
        return self.date(to_local(moment, self.firm.timezone).date())

    def last_day(self, moment):
        """Format the last day before something that ends at this time."""
        return self.date(last_whole_day(moment, self.firm.timezone))

    def date(self, date):
        """Format a date."""
        return format_date(date, self.language)

    def short_day(self, moment):
        """Format the day of a time for a table."""
        return self.short_date(to_local(moment, self.firm.timezone).date())

    def short_date(self, date):
        """Format a date for a table."""
        return format_short_date(date, self.language)

    def phone(self, number):
        """Format a telephone number; empty for None."""
        return format_phone(number)

    def money(self, amount, currency):
        """Format an amount in the currency's smallest unit."""
        return format_money(amount, currency, self.language)

    def file_size(self, size):
        """Format a number of bytes."""
        return format_file_size(size, self.language)


def console_page(permission, unpaid=False, only_reads=False, once=False):
    """Pass the `Desk` as the view's first argument for people with the permission; others get a 404.

    A view that raises `NotFound`, such as for a deleted record, `InvalidStatusTransition`, where a record has another
    status by now, or `Forbidden`, such as for a colleague's report, also gives a 404, which shows the typed texts of
    a submitted form. A view that raises `OnHold` shows the hold. Without a session it responds as `login_required`
    does. A form that is not ours is refused, and one of a page that was made for another person in this browser.

    If the firm does not pay, nothing can be changed, and later nothing is shown, unless the page is also for the
    `unpaid`. A form that `only_reads` changes nothing. A form with `once` creates or sends something; submitted again
    from the same page with the same content, it gets the first response again (`sent_once`).
    """
    def decorate(view):
        @session_required
        @wraps(view)
        def guarded(session, **arguments):
            desk = Desk(session)
            if not desk.may(permission):
                return _nothing_here(desk)
            refusal = _refused_form(desk) if request.method == "POST" else None
            if refusal is None and not unpaid:
                refusal = _refused_firm(desk, is_change=request.method == "POST" and not only_reads)
            if refusal is not None:
                return refusal
            try:
                if not once:
                    return view(desk, **arguments)
                return answer_once(desk.caller, partial(view, desk, **arguments))
            except StillRunning:
                return desk.page("console_notice.html", 409, notice=STILL_RUNNING)
            except (NotFound, NoPage, Forbidden, InvalidStatusTransition) as error:
                return _nothing_here(desk, find_ids(" ".join(map(str, arguments.values()))), _stays(desk, error))
            except OnHold as error:
                return desk.page("on_hold.html", error.status, hold=error.hold)

        return declaring(permission=permission, allowed_unpaid=unpaid, only_reads=only_reads, once=once)(guarded)

    return decorate


def _refused_form(desk):
    """Return the page for a submitted form that is too large, not ours or of another person; None for any other."""
    if (request.content_length or 0) > MAX_BODY_BYTES:
        return desk.page("console_notice.html", 413, notice=TOO_MUCH)
    if not csrf.is_genuine():
        return desk.page("console_notice.html", 400, notice=NOT_OURS)
    if not csrf.is_of_reader(desk.user.id):
        return desk.page("gone.html", 409, is_form=True, is_of_another=True)
    return None


def _refused_firm(desk, is_change):
    """Return the page for a firm that is leaving or does not pay; None if it may read this, or change it."""
    if desk.firm.leaving_since and is_change:
        return desk.page("not_possible.html", 423, is_leaving=True)
    if desk.firm.is_closed or (is_change and desk.firm.is_read_only):
        return desk.page("not_possible.html", 402)
    return None


def _stays(desk, error):
    """Return the client into whom the missing one was merged; None if it was not, or the person may not know them."""
    details = error.details if isinstance(error, NotFound) else {}
    id = details.get("id") if details.get("resource") == Client.resource and desk.may("clients:read") else None
    while id and (id := Client.merge_target(desk.caller, id)):
        if client := Client.of(desk.caller).where(Client.id == id).first():
            return client
    return None


def _nothing_here(desk, ids=(), stays=None):
    """Show who deleted the record, if that is known and the person may know it, and the typed texts of a form of ours.

    Of a merged client, show who `stays`. Browsers no longer have the typed texts when people go back.
    """
    deletion = AuditEntry.deletion_of(desk.caller, ids) if ids and desk.may(COLLEAGUES) else None
    is_form = request.method == "POST" and csrf.is_genuine()
    if not is_form and (request.method == "POST" or not (deletion or stays)):
        abort(404)
    return desk.page("gone.html", 404, deletion=deletion, stays=stays, is_form=is_form)


def nothing_here():
    """Return the page for an unknown address, inside the frame for people who are signed in."""
    with suppress(OperationalError, InterfaceError):  # the page without the frame needs no database
        if session := current_session():
            return Desk(session).page("gone.html", 404, deletion=None, is_form=False)
    return form_page("nothing_here.html", 404)


def go_to(endpoint, **values):
    """Return a redirect to a page after a form was submitted."""
    return redirect(url_for(endpoint, **values), 303)
