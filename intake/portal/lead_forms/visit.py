"""A visit to a firm's lead form: the language, the page that frames it, and the rate limits.

    @lead_forms.get("/<slug>")
    @visit_page
    def show(visit): return visit.page("start_form.html", …)

It sets no cookie and reads none: the language is in the address. What is too much is refused before the database is
asked, on a page from which it can be sent again.
"""

from functools import cached_property, wraps
from urllib.parse import urlencode

from flask import abort, current_app, g, request
from werkzeug.exceptions import RequestEntityTooLarge

from intake.accounts.firms.models import Firm
from intake.core.errors import PayloadTooLarge
from intake.core.languages import LANGUAGES
from intake.core.logging import context
from intake.core.networks import network_of
from intake.portal.session import language as languages
from intake.portal.session.brand import Brand
from intake.portal.session.link_closed import HEADERS
from intake.web.rendering import FORM, page_in

from .challenges import read_proof
from .form import TEXTS
from .source import CARRIED
from .states import FACTS, MAX_BYTES, PAGES, POSTS, PROVEN, UNPROVEN

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; "
          "form-action 'self'; frame-ancestors {}")

BUSY, TOO_MUCH, GONE = "busy", "too_much", "gone"
_STATUSES = {BUSY: 429, TOO_MUCH: 413, GONE: 404}
"""The reasons for refusing what was sent, each with its status."""

_TYPED = (*TEXTS, "party_name", *FACTS)
"""The fields whose texts are shown, to be copied, if the form is gone."""


class Visit:
    """Somebody at the form of a firm."""

    is_preview = False
    """Whether the firm looks at its own form, in a frame that runs no script."""

    def __init__(self, firm, area=None, language=None):
        self.firm, self.area, self.brand = firm, area, Brand(firm)
        self.language = language or chosen_language(firm.settings_in_force["language"])
        self.settings = firm.settings_in_force["lead_forms"]
        self.proof, self.forms_of_address = None, 0

    @property
    def areas(self):
        """The practice areas to choose from: that of the address, else every one that the firm has named."""
        return [self.area] if self.area else self.settings["practice_areas"]

    @cached_property
    def parent(self):
        """The origin of the page that shows this one in its frame, as far as the firm allows it; else None."""
        origin = request.args.get("embed")
        return origin if origin in self.settings["allowed_origins"] else None

    def path(self, place="", **changes):
        """Return the path of one of the form's pages, in the language and the frame of this one."""
        given = {"lang": languages.requested(), "embed": self.parent} | changes
        query = urlencode({name: value for name, value in given.items() if value})
        return f"/start/{self.firm.slug}{place}{'?' if query else ''}{query}"

    def path_in(self, language, place):
        """Return the path of one of the form's pages in another language, with the source named in the address."""
        if self.is_preview:
            return f"?lang={language}"  # of the frame, since the firm's form may be off
        carried = {name: request.args.get(name) for name in (*CARRIED, "part", "domain")}
        return self.path(place, **carried, lang=language)

    @property
    def form_place(self):
        """Where the form is, below the firm's address."""
        return f"/{self.area}" if self.area else ""

    def page(self, template, status=200, ancestors=None, **values):
        """Return the rendered template; pages of the firm's allowed origins, or of `ancestors`, may frame it."""
        allowed = self.settings["allowed_origins"] if ancestors is None else ancestors
        g.framed_by_others = bool(allowed)
        return answer(template, self.language, status, POLICY.format(" ".join(allowed) or "'none'"),
                      visit=self, **values)


def visit_page(view):
    """Pass a `Visit` to the view instead of the address's slug and practice area; 404 without a form there."""
    @wraps(view)
    def with_visit(slug, practice_area=None, **arguments):
        # An address on a card is typed with capitals or a hyphen.
        slug = slug.lower()
        practice_area = practice_area and practice_area.lower().replace("-", "_")
        # None of this queries the database:
        proof = None
        request.max_content_length = MAX_BYTES
        try:
            given = request.form.get("altcha", "")
        except (RequestEntityTooLarge, PayloadTooLarge):
            return refused(TOO_MUCH)
        is_form = request.method == "POST" and "token" not in arguments
        # Without a script, adding a row for another name is a POST too, but does not send the form.
        is_sent = request.method == "POST" and not (is_form and "more" in request.form)
        address = _hit(f"{'POST' if is_sent else 'GET'}:{network_of(request.remote_addr)}", POSTS if is_sent else PAGES)
        if not address.allowed:
            return refused(BUSY, address.retry_after)
        if is_form:  # the second part, a link of the firm's own, needs no proof of work
            proof = read_proof(given, slug)
        if is_form and is_sent:
            is_proven = proof is not None and proof.is_solved
            of_firm = _hit(f"{slug[:64]}:{is_proven}", PROVEN if is_proven else UNPROVEN)
            if not of_firm.allowed:
                return refused(BUSY, of_firm.retry_after)
        firm = Firm.by_slug(slug)
        settings = firm.settings_in_force["lead_forms"] if firm else {}
        if firm is None or not settings["enabled"] or practice_area not in (None, *settings["practice_areas"]):
            if request.method == "POST":
                return refused(GONE, ancestors=settings["allowed_origins"] if firm else ())
            abort(404)
        context.set(context.get() | {"firm_id": firm.id})
        visit = Visit(firm, practice_area)
        visit.proof, visit.forms_of_address = proof, address.limit - address.remaining
        return view(visit, **arguments)

    return with_visit


def refused(reason, retry_after=None, ancestors=("*",)):
    """Return the page that says why nothing was accepted, with the typed text, to be sent again or to be copied.

    Unless the database was asked which sites may frame it, all may: it shows just what was typed.
    """
    policy = FORM.replace("frame-ancestors 'none'", f"frame-ancestors {' '.join(ancestors)}") if ancestors else FORM
    kept = [*request.form.items(multi=True)] if reason == BUSY else []
    texts = [text.strip() for name in _TYPED for text in request.form.getlist(name)] if reason == GONE else []
    language = chosen_language()
    g.framed_by_others = bool(ancestors)
    response = answer("start_refused.html", language, _STATUSES[reason], policy, reason=reason, typed=kept,
                      unsaved="\n".join(filter(None, texts)), again=request.full_path.rstrip("?"))
    if retry_after:
        response.headers["Retry-After"] = str(retry_after)
    return response


def chosen_language(otherwise="en"):
    """Return the language of the address, else the one that the browser prefers among ours, else this one."""
    preferred = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality)
    return languages.requested() or next((code for code in preferred if code in LANGUAGES), otherwise)


def answer(template, language, status, policy, **values):
    """Return the rendered template in the language; it has `_`."""
    response = page_in(language, template, policy, status, other_languages=languages.others(language), **values)
    response.headers.extend(HEADERS)
    return response


def _hit(subject, limit):
    return current_app.extensions["rate_limiter"].hit(f"lead_form:{subject}", limit)
