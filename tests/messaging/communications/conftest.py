"""Clients who can be reached, and carriers that behave as a test tells them."""

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
    """Make a matter whose client has an address and a number of its own: `reachable(title="…")`."""

    def make(owner=firm, client=None, **values):
        number = next(_number)
        about = {"email": f"ana.{number}@example.com", "phone": f"+1518555{number:04}"} | (client or {})
        return a_matter(owner, client_id=a_client(owner, **about).id, **values)

    return make


@pytest.fixture
def matter(reachable):
    """A matter whose client can be reached."""
    return reachable()


@pytest.fixture
def write(api, matter):
    """Write to the matter's client: `write("sms", "Hello")` gives the answer."""
    return lambda channel, message="Hello", **more: api.post(
        f"/matters/{matter.id}/communications", {"channel": channel, "message": message} | more)


@pytest.fixture
def rows(firm):
    """The firm's communications as the database has them now, the oldest first."""
    return lambda: list(Communication.of(firm).order_by(Communication.created_at, Communication.id))


@pytest.fixture
def twilio(app):
    """The application sends with this Twilio."""
    with Twilio() as twilio, sending_with(app, twilio):
        yield twilio


@pytest.fixture
def mailing(app, monkeypatch):
    """From now on the application's mail server behaves so: `mailing(RCPT="550 No")`."""
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
