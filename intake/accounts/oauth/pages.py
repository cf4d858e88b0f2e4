"""`/oauth/authorize`, where users authorize applications, and `/account/applications`, where they withdraw that.

Errors are redirected to the application if its client_id and redirect_uri are registered (RFC 6749, section 4.1.2.1),
and shown on a page otherwise.
"""

import hmac
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from math import ceil
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as AnyResponse

from intake.accounts.sessions.current_session import current_path, current_session, login_required, redirect_to_login
from intake.accounts.sessions.models import Session
from intake.core.errors import NotFound
from intake.core.local_time import to_local
from intake.core.schemas import Page
from intake.web import csrf
from intake.web.formatting import format_date, format_moment
from intake.web.forms import NOT_OURS, form_page, page_number
from intake.web.rendering import FORM

from .actions import has_consented, issue_code, withdraw_consent
from .authorization_requests import RequestingClient, parse_request, requesting_client
from .errors import AccessDenied, InvalidOauthRequest, OauthError, UntrustedRequest
from .models import Consent
from .parameters import Parameters, grantable_scopes
from .redirect_uris import display_host

PER_PAGE = 20
"""Applications on a page of `/account/applications`."""

_CHANGED = ("What the application could do, or who is signed in, has changed since this page was opened. Please read "
            "it again.")

authorization = Blueprint("authorization", __name__)
applications = Blueprint("applications", __name__)


def _authorization_request(view: Callable[..., Any]) -> Callable[[], Any]:
    """Pass the session, the `RequestingClient`, the scopes to grant, and the code challenge or None to the view."""

    @wraps(view)
    def parsed() -> Any:
        try:
            parameters = Parameters(request.query_string)
            requester = requesting_client(parameters)
        except (InvalidOauthRequest, UntrustedRequest):
            return _untrusted(400)
        try:
            scopes, challenge = parse_request(parameters, requester.client)
            session = current_session()
            if session is None:
                return _back(redirect_to_login().location)
            if session.firm_id != requester.client.firm_id:
                return _untrusted(403, next=current_path())
            return view(session, requester, grantable_scopes(scopes, requester.client, session.user), challenge)
        except OauthError as error:
            return _back(requester.error_url(error))
        except NotFound:  # the application was deleted meanwhile
            return _untrusted(400)

    return parsed


@authorization.get("/oauth/authorize")
@_authorization_request
def show(
    session: Session, requester: RequestingClient, scopes: list[str], challenge: str | None
) -> ResponseReturnValue:
    """Show the consent page, or redirect with a code if the user has consented to the scopes before.

    For an installed program the page is shown every time: another program may use its redirect_uri (RFC 8252, 8.6).
    """
    known = not requester.client.public or requester.redirect_uri.startswith("https:")
    if known and has_consented(session.user, requester.client, scopes):
        return _back(_code_url(session, requester, scopes, challenge))
    _refuse_if_closing(session)
    return _consent_page(session, requester, scopes)


@authorization.post("/oauth/authorize")
@_authorization_request
def decide(
    session: Session, requester: RequestingClient, scopes: list[str], challenge: str | None
) -> ResponseReturnValue:
    """Redirect to the application with a code, or with `access_denied`."""
    decision, ticket = request.form.get("decision"), request.form.get("ticket", "")
    if not hmac.compare_digest(ticket.encode(errors="replace"), _ticket(session, scopes).encode()):
        return _consent_page(session, requester, scopes, 400, notice=_CHANGED)
    if decision != "allow":
        raise AccessDenied("The user did not allow it.")
    _refuse_if_closing(session)
    return _back(_code_url(session, requester, scopes, challenge))


@applications.get("")
@login_required
def index(session: Session) -> ResponseReturnValue:
    """List the applications that the user has authorized."""
    return _applications_page(session, done=request.args.get("done") == "withdrawn")


@applications.post("/<oauth_consent_id>/withdraw")
@login_required
def withdraw(session: Session, oauth_consent_id: str) -> ResponseReturnValue:
    """Withdraw a consent."""
    if not csrf.is_genuine():
        return _applications_page(session, 400, notice=NOT_OURS)
    with suppress(NotFound):  # it is withdrawn already
        withdraw_consent(Consent.found(oauth_consent_id, Consent.listed(session, session.user)))
    return redirect(url_for("applications.index", done="withdrawn", page=request.args.get("page")), 303)


def _code_url(session: Session, requester: RequestingClient, scopes: list[str], challenge: str | None) -> str:
    """Record the consent and return where to redirect the browser with the code for it."""
    code = issue_code(session.user, requester.client, scopes, requester.redirect_uri, challenge)
    return requester.answer_url(code=code)


def _refuse_if_closing(session: Session) -> None:
    """Raise `AccessDenied` if the firm is being closed: what was authorized before can read until then."""
    if session.firm.leaving_since:
        raise AccessDenied("The firm is being closed.")


def _back(url: str) -> AnyResponse:
    """Redirect, with GET in any case (RFC 9700, section 4.12)."""
    return redirect(url, 302 if request.method == "GET" else 303)


def _ticket(session: Session, scopes: list[str]) -> str:
    """Return the token that binds a consent form to this session, to this request, and to the scopes on the page.

    A request without `scope` asks for those of the application, which may gain some while the page is open.
    """
    return csrf.signature(f"{session.id} {' '.join(scopes)} {request.query_string.decode('latin-1')}")


def _consent_page(
    session: Session, requester: RequestingClient, scopes: list[str], status: int = 200, **values: Any
) -> Response:
    response = form_page("consent.html", status, session=session, client=requester.client, scopes=scopes,
                         destination=display_host(requester.redirect_uri), ticket=_ticket(session, scopes),
                         here=current_path(), **values)
    # Browsers apply the policy to every redirect that follows the form, including the application's own.
    response.headers["Content-Security-Policy"] = FORM.replace(
        "form-action 'self'", f"form-action 'self' {urlsplit(requester.redirect_uri).scheme}:")
    return response


def _untrusted(status: int, **values: Any) -> Response:
    return form_page("application_unknown.html", status, session=current_session(), **values)


def _applications_page(session: Session, status: int = 200, **values: Any) -> Response:
    consents = Consent.listed(session, session.user)
    asked, last = page_number(), max(1, ceil(consents.count() / PER_PAGE))
    page = Page.of(consents, {"page": min(asked, last), "per_page": PER_PAGE})
    return form_page("applications.html", status, session=session, page=page, last_page=last,
                     format_date=format_date, format_moment=format_moment, local=to_local, **values)
