"""`/oauth/authorize`, where people let applications act for them, and `/account/applications`, where they end it.

Errors go back to the application wherever it can be trusted to be the one that asks (RFC 6749, section 4.1.2.1), and
onto a page of ours where it cannot.
"""

import hmac
from contextlib import suppress
from functools import wraps

from flask import Blueprint, redirect, request, url_for

from intake.accounts.sessions.current import sign_in_required, signed_in
from intake.accounts.sessions.destinations import here, to_sign_in
from intake.core.errors import NotFound
from intake.core.local_time import to_local
from intake.web import csrf
from intake.web.forms import NOT_OURS, form_page
from intake.web.rendering import FORM

from .actions import end
from .authorization import origin, read, wanted
from .errors import AccessDenied, OauthError, Untrusted
from .granting import allow, is_allowed
from .models import consents
from .redirect_uris import destination, form_target, is_assured
from .scopes import given
from .tokens import Consent

authorization = Blueprint("authorization", __name__, template_folder="templates")
applications = Blueprint("applications", __name__)


def _understood(view):
    """The view gets the session, who asks (`Origin`), the scopes that may be given, and the code challenge or None."""

    @wraps(view)
    def understood():
        try:
            parameters = read(request.query_string)
            asker = origin(parameters)
        except Untrusted:
            return _untrusted(400)
        try:
            scopes, challenge = wanted(parameters, asker.client)
            session = signed_in()
            if session is None:
                return _to_sign_in()
            if session.firm_id != asker.client.firm_id:
                return _untrusted(403, next=here())
            return view(session, asker, given(scopes, asker.client, session.user), challenge)
        except OauthError as error:
            return _back(asker.refusal(error))
        except NotFound:  # the application was deleted meanwhile
            return _untrusted(400)

    return understood


@authorization.get("/oauth/authorize")
@_understood
def show(session, asker, scopes, challenge):
    """The consent page, or straight back with a code for what was allowed before (interface, "OAuth 2.0").

    A program that people install is asked about every time: another one may have taken its place (RFC 8252, 8.6).
    """
    known = not asker.client.public or is_assured(asker.redirect_uri)
    if known and is_allowed(session.user, asker.client, scopes):
        return _back(_answer(session, asker, scopes, challenge))
    return _consent_page(session, asker, scopes)


@authorization.post("/oauth/authorize")
@_understood
def decide(session, asker, scopes, challenge):
    """The application is sent a code, or told that the person said no."""
    decision, ticket = request.form.get("decision"), request.form.get("ticket", "")
    if not hmac.compare_digest(ticket.encode(errors="replace"), _ticket(session).encode()):
        return _consent_page(session, asker, scopes, 400, notice=NOT_OURS)
    if decision != "allow":
        raise AccessDenied("The user did not allow it.")
    return _back(_answer(session, asker, scopes, challenge))


@applications.get("")
@sign_in_required
def index(session):
    """What the person lets applications do."""
    return _applications_page(session, done=request.args.get("done") == "withdrawn")


@applications.post("/<oauth_consent_id>/withdraw")
@sign_in_required
def withdraw(session, oauth_consent_id):
    """The application can do nothing for the person any more."""
    if not csrf.is_genuine():
        return _applications_page(session, 400, notice=NOT_OURS)
    with suppress(NotFound):  # gone already, which is what was wanted
        end(Consent.found(oauth_consent_id, consents(session, session.user)))
    return redirect(url_for("applications.index", done="withdrawn"), 303)


def _answer(session, asker, scopes, challenge):
    """Where the browser takes the code for what is allowed herewith."""
    return asker.address(code=allow(session.user, asker.client, scopes, asker.redirect_uri, challenge))


def _back(address):
    """The browser goes to the application, with GET in any case (RFC 9700, section 4.12)."""
    return redirect(address, 302 if request.method == "GET" else 303)


def _to_sign_in():
    response = to_sign_in()
    response.status_code = 302 if request.method == "GET" else 303  # the interface's status
    return response


def _ticket(session):
    """What a consent form bears that was made for this session and this very request."""
    return csrf.signature(f"{session.id} {request.query_string.decode('latin-1')}")


def _consent_page(session, asker, scopes, status=200, **values):
    response = form_page("consent.html", status, session=session, client=asker.client, scopes=scopes,
                         destination=destination(asker.redirect_uri), ticket=_ticket(session), here=here(), **values)
    # Browsers hold the policy against every redirect that follows the form, those of the application included.
    response.headers["Content-Security-Policy"] = FORM.replace(
        "form-action 'self'", f"form-action 'self' {form_target(asker.redirect_uri)}")
    return response


def _untrusted(status, **values):
    return form_page("application_unknown.html", status, session=signed_in(), **values)


def _applications_page(session, status=200, **values):
    return form_page("applications.html", status, session=session, consents=list(consents(session, session.user)),
                     local=to_local, **values)
