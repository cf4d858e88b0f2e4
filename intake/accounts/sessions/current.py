"""Who is signed in at the browser that sent this request."""

from functools import wraps

from flask import g

from intake.core.http import contract_of
from intake.core.logging import context

from .cookies import session_token
from .destinations import to_sign_in
from .models import Session


def signed_in():
    """The `Session` of this request's browser, with its `user` and its `firm`; None if nobody is signed in.

    It is asked for with every request, so that whoever was suspended or signed out elsewhere is out at once.
    """
    if "signed_in" not in g:
        token = session_token()
        g.signed_in = Session.by_token(token) if token else None
        if g.signed_in:
            context.set(context.get() | {"firm_id": g.signed_in.firm_id, "caller": g.signed_in.user_id})
            g.signed_in.note_use()
    return g.signed_in


def sign_in_required(view):
    """Only who is signed in sees the page; the view's first argument is the `Session`. Others sign in first."""
    contract_of(view).sign_in = True

    @wraps(view)
    def guarded(**arguments):
        session = signed_in()
        return view(session, **arguments) if session else to_sign_in()

    return guarded
