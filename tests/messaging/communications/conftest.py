"""Fixtures: clients with addresses, and stand-ins for carriers."""

from itertools import count

import pytest

from intake.gateways.mail import Mail
from intake.messaging.communications.models import Communication
from tests.builders import a_client, a_matter
from tests.stand_ins.smtp import Smtp
from tests.stand_ins.twilio import Twilio, sending_with

_number = count(1)


@pytest.fixture
def reachable(firm):
    """Create a matter whose client has a unique e-mail address and phone number: `reachable(title="…")`."""

    def make(owner=firm, client=None, **values):
        number = next(_number)
        # These numbers are used by no other test: an SMS goes to the firm that wrote to its sender last.
        about = {"email": f"ana.{number}@example.com", "phone": f"+1518559{number:04}"} | (client or {})
        return a_matter(owner, client_id=a_client(owner, **about).id, **values)

    return make


@pytest.fixture
def matter(reachable):
    """A matter whose client has an e-mail address and a phone number."""
    return reachable()


@pytest.fixture
def write(api, matter):
    """Send a message to the client of the matter, and return the response: `write("sms", "Hello")`."""
    return lambda channel, message="Hello", **more: api.post(
        f"/matters/{matter.id}/communications", {"channel": channel, "message": message} | more)


@pytest.fixture
def rows(firm):
    """Return the firm's communications in the database, oldest first."""
    return lambda: list(Communication.of(firm).order_by(Communication.created_at, Communication.id))


@pytest.fixture
def twilio(app):
    """Let the application send by this stand-in for Twilio."""
    with Twilio() as twilio, sending_with(app, twilio):
        yield twilio


@pytest.fixture
def mailing(app, monkeypatch):
    """Let the application send by a stand-in for a mail server with these answers: `mailing(RCPT="550 No")`."""
    opened = []

    def begin(**behaviour):
        server = Smtp(**behaviour)
        server.__enter__()
        opened.append(server)
        monkeypatch.setitem(app.extensions, "mail", Mail(server.url(), "intake@example.org"))
        return server

    yield begin
    for server in opened:
        server.__exit__()
