"""The errors of sending a message through a provider, and their counters.

`reason` is a word or code for rows and logs, such as `smtp 550`; it never holds an address or the provider's text.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from intake.core.counters import occurrences


class SendError(Exception):
    """The message was not accepted, as far as is known."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Refused(SendError):
    """The provider rejected the message permanently."""


class Unavailable(SendError):
    """The message was not accepted now; a retry may succeed."""


class Uncertain(SendError):
    """The connection broke between sending and the reply: the message may have been accepted."""


NOT_CONFIGURED = "not_configured"
"""The reason of `Refused` when this installation has no provider for such messages."""

UNKNOWN = "unknown"
"""The reason of `Uncertain`; such a message is not sent again."""

GAVE_UP = "gave_up"
"""What a row says of a message whose provider was `Unavailable` for too long."""


@contextmanager
def counting_outcomes(total: str) -> Iterator[None]:
    """Count the outcome of a block that sends, as `mails:sent` or, by the class of its `SendError`, `mails:refused`."""
    try:
        yield
    except SendError as failure:
        occurrences.add(f"{total}:{type(failure).__name__.lower()}")
        raise
    occurrences.add(f"{total}:sent")
