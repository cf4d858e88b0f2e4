"""The page by which a client asks for a code and enters it: in front of a link, or where it matters who asks."""

from flask import redirect, request

from intake.accounts.sessions.throttling import TooManyAttempts
from intake.web import csrf
from intake.web.forms import NOT_OURS, typed

from .actions import ask_for_code, channels_for_code

WRONG = "This code is wrong or has expired. Use the newest one, or ask for another."
TOO_MANY_TRIES = "There were too many attempts. Please wait a while before you try again, or call your law firm."
TOO_MANY_CODES = "Several codes were already sent. Use the newest one, or wait a while before you ask for another."

_LONGEST = 40
"""Characters of a code as people type it, with spaces and hyphens."""


class CodeForm:
    """The form of a client's session at a place of the link, such as `/code`, with its `/check` below."""

    def __init__(self, session, place):
        self._session, self._place = session, place

    def show_wanted(self):
        """Return the page for the stage named in the address; Back and reload open that of `/check`."""
        return self.show("enter" if request.path.endswith("/check") else request.args.get("step"))

    def show(self, stage=None, status=200, problem=None, notice=None):
        """Return the page: the buttons that send a code, or the field for it."""
        return self._session.form_page(
            "portal_code.html", status, channels=channels_for_code(self._session.link), stage=stage, problem=problem,
            notice=notice, place=self._place, by=request.args.get("by"))

    def ask(self):
        """Send a code by the channel of the button."""
        if not csrf.is_genuine():
            return self.show(status=400, notice=NOT_OURS)
        session = self._session
        try:
            channel = typed("channel")
            is_sent = ask_for_code(session.link, channel, session.language, request.remote_addr)
        except TooManyAttempts as refusal:
            return _refused(self.show("enter", 429, notice=TOO_MANY_CODES), refusal)
        return redirect(session.path(f"{self._place}?step={f'enter&by={channel}' if is_sent else 'told'}"), 303)

    def check(self, use):
        """Pass the typed code to `use(link, text, address)`; return its result, or None and the page."""
        if not csrf.is_genuine():
            return None, self.show("enter", 400, notice=NOT_OURS)
        try:
            used = use(self._session.link, typed("code", _LONGEST), request.remote_addr)
        except TooManyAttempts as refusal:
            return None, _refused(self.show("enter", 429, notice=TOO_MANY_TRIES), refusal)
        return used, None if used else self.show("enter", 422, problem=WRONG)


def _refused(response, refusal):
    response.headers["Retry-After"] = str(refusal.seconds)
    return response
