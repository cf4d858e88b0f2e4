"""The session of the browser that sent this request."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import g

from intake.core.http import contract_of
from intake.core.logging import context

from .cookies import session_token
from .models import Session
from .redirects import redirect_to_login


def current_session() -> Session | None:
    """Return the session of this request, with its `user` and `firm`; None if nobody is signed in.

    It is read with every request, so that a suspension or a sign-out elsewhere takes effect at once.
    """
    if "current_session" not in g:
        token = session_token()
        g.current_session = Session.by_token(token) if token else None
        if g.current_session:
            context.set(context.get() | {"firm_id": g.current_session.firm_id, "caller": g.current_session.user_id})
            g.current_session.record_use()
    return g.current_session


def login_required(view: Callable[..., Any]) -> Callable[..., Any]:
    """Pass the `Session` as the view's first argument; redirect to the login page without one."""
    contract_of(view).sign_in = True

    @wraps(view)
    def guarded(**arguments: Any) -> Any:
        session = current_session()
        return view(session, **arguments) if session else redirect_to_login()

    return guarded
