"""`/api/v1/test-clock` and `/api/v1/sandbox/messages` (docs/sandbox.md)."""

from flask import Blueprint

from intake.accounts.access.guard import allowed_unpaid, requires
from intake.core.http import accepts, queries, returns, returns_page

from . import actions
from .models import SandboxMessage
from .schemas import MessageOut, MessagesDeleted, MessagesQuery, TestClockIn, TestClockOut

test_clock = Blueprint("test_clock", __name__)
sandbox_messages = Blueprint("sandbox_messages", __name__)


@test_clock.get("")
@requires("firms:read")
@returns(TestClockOut)
def show(caller):
    """Retrieve the clock of the sandbox; `settled` says whether the worker has done everything that is due."""
    return actions.clock_status()


@test_clock.post("")
@requires("firms:write")
@allowed_unpaid
@accepts(TestClockIn)
@returns(TestClockOut)
def move(caller, body):
    """Move the clock of the sandbox forward, for all its firms; the worker then does everything that is due."""
    return actions.move_clock(caller.firm, **body)


@sandbox_messages.get("")
@requires("firms:write")
@queries(MessagesQuery)
@returns_page(MessageOut)
def index(caller, query):
    """List the e-mails and SMS that were kept instead of sent, the newest first."""
    return SandboxMessage.listed(caller, query)


@sandbox_messages.delete("")
@requires("firms:write")
@allowed_unpaid
@returns(MessagesDeleted)
def empty(caller):
    """Delete every e-mail and SMS that was kept for the firm."""
    return actions.delete_messages(caller, caller.firm)
