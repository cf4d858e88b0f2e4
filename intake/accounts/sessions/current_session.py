"""The session of the browser that sent this request, and the redirect to where one is begun or completed."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import quote

from flask import current_app, g, redirect, request, url_for
from werkzeug.wrappers import Response

from intake.accounts.audit.recording import act_as
from intake.accounts.audit.states import PERSON
from intake.core.http import declare
from intake.core.logging import context
from intake.web import csrf
from intake.web.forms import SECRETS, form_page, sent_fields
from intake.web.page_above import page_above

from .cookies import session_token
from .models import Session

_LOCAL_PATH = re.compile(r"/(?!/)[\x21-\x5b\x5d-\x7e]{0,3999}")
"""One leading slash, no backslashes, which browsers read as slashes, and no characters that browsers remove."""


def current_session() -> Session | None:
    """Return the session of this request, with its `user` and `firm`.

    None if no user is signed in, or if the user lacks the second factor that the firm requires.
    """
    session = begun_session()
    return session if session and not session.lacks_second_factor else None


def begun_session() -> Session | None:
    """As `current_session`, also for a user who lacks a required second factor.

    It is read with every request, so that a suspension or a sign-out elsewhere takes effect at once.
    """
    if "begun_session" not in g:
        token = session_token()
        g.begun_session = Session.by_token(token) if token else None
        if g.begun_session:
            context.set(context.get() | {"firm_id": g.begun_session.firm_id, "caller": g.begun_session.user_id})
            act_as(PERSON, g.begun_session.user_id)
            g.begun_session.record_use()
    return g.begun_session


def login_required(view: Callable[..., Any]) -> Callable[..., Any]:
    """Pass the `Session` as the view's first argument; redirect as `redirect_to_login` without one.

    A form of ours that was sent is kept on a page that can send it again, unless a secret was typed into it. One of a
    page that was made for another person in this browser is refused.
    """
    return session_required(_of_reader(view))


def session_required(view: Callable[..., Any]) -> Callable[..., Any]:
    """As `login_required`, for views that refuse the forms of another person's pages themselves."""
    return _with_session(view, current_session, _kept_form)


def begun_login_required(view: Callable[..., Any]) -> Callable[..., Any]:
    """As `login_required`, also for a user who lacks a required second factor: for the pages that set it up."""
    return _with_session(_of_reader(view), begun_session)


def _of_reader(view: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(view)
    def checked(session: Session, **arguments: Any) -> Any:
        if request.method == "POST" and not csrf.is_of_reader(session.user_id):
            return form_page("page_of_another.html", 409, session=session)
        return view(session, **arguments)

    return checked


def _with_session(view: Callable[..., Any], find: Callable[[], Session | None],
                  keep: Callable[[], Any] = lambda: None) -> Callable[..., Any]:
    declare(view).sign_in = True

    @wraps(view)
    def guarded(**arguments: Any) -> Any:
        session = find()
        return view(session, **arguments) if session else keep() or redirect_to_login()

    return guarded


def _kept_form() -> Response | None:
    if request.method != "POST" or not csrf.is_genuine() or request.form.keys() & SECRETS:
        return None
    return form_page("session_over.html", 401, typed=sent_fields(), address=current_path(),
                     token=csrf.page_token())


def local_path(text: str | None) -> str | None:
    """Return the text if it is a path of this application, else None."""
    return text if text and _LOCAL_PATH.fullmatch(text) else None


def next_path() -> str | None:
    """Return the parameter `next` if it is a path of this application, else None."""
    return local_path(request.values.get("next"))


def current_path() -> str:
    """Return the path of this request, with its query string."""
    query = request.query_string.decode("latin-1")
    return quote(request.path, safe="/:@!$&'()*+,;=") + (f"?{query}" if query else "")


def redirect_to_login() -> Response:
    """Redirect to the login page, or to where the required second factor is set up.

    Both lead back to this path, or if it cannot be requested with GET to the page above.
    """
    adapter = current_app.create_url_adapter(request)
    shown = adapter is not None and adapter.test(method="GET")
    page = "second_factor.show" if begun_session() else "signing_in.show"
    return redirect(url_for(page, next=local_path(current_path() if shown else page_above())), 303)
